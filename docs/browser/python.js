// A worker with satdoku itself: Pyodide, python-sat's wheel, and the sources of the package.
//
// Messages are those of core.js. One question runs at a time; transport.js ends the worker where
// a question that is overtaken, or over its limit, does not end by itself.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const PACKAGES = ["python-sat.zip", "six.zip", "polib.zip", "satdoku.zip"];
const TOTAL = 0; // bytes that are fetched: build.py counts them
const UNPACKING = 0.1; // of the way, after these
const IMPORTS = 0.15;
const waiting = [];
let fetched = 0;
let ask = null;

function run({ lane, message }) {
  const send = (fields) => postMessage({ lane, message: { nonce: message.nonce, ...fields } });
  const report = (text) => send({ type: "progress", data: JSON.parse(text) });
  send(JSON.parse(ask(JSON.stringify(message), report)));
}

onmessage = ({ data }) => {
  if (ask) run(data);
  else waiting.push(data);
};

// Whatever is fetched, by Pyodide too, is told as it comes.
const plain = self.fetch;
self.fetch = async (...all) => {
  const found = await plain(...all);
  if (!found.ok || !found.body) return found;
  const counted = new TransformStream({
    transform(piece, out) {
      fetched += piece.length;
      tell(Math.min(1, fetched / TOTAL) * (1 - UNPACKING - IMPORTS));
      out.enqueue(piece);
    },
  });
  return new Response(found.body.pipeThrough(counted), { headers: found.headers, status: found.status });
};
const tell = (loaded) => postMessage({ loaded });

const [python, ...files] = await Promise.all([
  loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
  ...PACKAGES.map(async (name) => (await fetch(`./${name}`)).arrayBuffer()),
]);
for (const file of files) python.unpackArchive(file, "zip", { extractDir: SITE });
tell(1 - IMPORTS);
ask = python.runPython(`
import json
import warnings

from satdoku.base.errors import EngineUnavailable, FormatError, SatdokuError
from satdoku.explaining.names import title
from satdoku.techniques.compiled.se_names import name_of
from satdoku.web.fields import RequestContext
from satdoku.web.questions import QUESTIONS, answer

# Nobody can install a compiler here.
warnings.filterwarnings("ignore", message="satdoku's compiled engine is not installed")


def named(rated, lang):
    step = rated.pop("step")
    step |= {"branches": [()] * int(step["branches"]), "cells": range(int(step["cells"]))}
    step |= {name: int(step[name]) for name in ("tenths", "variant", "level")}
    return rated | {"hardest_name": title(name_of(step), lang)}


def ask(text, report):
    data = json.loads(text)
    name = data["ask"]
    try:
        if name not in QUESTIONS:
            raise FormatError(f"there is no question {name!r}")
        if "rated" in data:
            found = named(data["rated"], data.get("lang", "en"))
        else:
            context = RequestContext(QUESTIONS[name].seconds, lambda value: report(json.dumps(value)))
            found = answer(name, data, context)
    except EngineUnavailable:
        sentence = "the app without a server cannot answer this; satdoku serve can"
        return json.dumps({"type": "refusal", "error": sentence})
    except SatdokuError as error:
        return json.dumps({"type": "refusal", "error": str(error)})
    except Exception as error:
        sentence = f"this is a bug; please report it: {type(error).__name__}: {error}"
        return json.dumps({"type": "refusal", "error": sentence})
    return json.dumps({"type": "answer", "data": found})


ask
`);
postMessage({ ready: true });
waiting.splice(0).forEach(run);

// The first hint would spend its time on loading what hints need.
const first = { ask: "hint", puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" };
setTimeout(() => ask(JSON.stringify(first), () => {}), 200);
