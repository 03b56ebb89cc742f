// A worker with satdoku itself: Pyodide, python-sat's wheel, and the sources of the package.
//
// Messages are those of core.js. One question runs at a time; transport.js ends the worker where
// a question that is overtaken, or over its limit, does not end by itself.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const PACKAGES = ["python-sat.zip", "six.zip", "satdoku.zip"];
const waiting = [];
let ask = null;

function run({ lane, message }) {
  const send = (fields) => postMessage({ lane, message: { nonce: message.nonce, ...fields } });
  send(JSON.parse(ask(JSON.stringify(message))));
}

onmessage = ({ data }) => {
  if (ask) run(data);
  else waiting.push(data);
};

const [python, ...files] = await Promise.all([
  loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
  ...PACKAGES.map(async (name) => (await fetch(`./${name}`)).arrayBuffer()),
]);
for (const file of files) python.unpackArchive(file, "zip", { extractDir: SITE });
ask = python.runPython(`
import json

from satdoku.errors import FormatError, SatdokuError
from satdoku.web.fields import Desk
from satdoku.web.questions import QUESTIONS, answer


def ask(text):
    data = json.loads(text)
    name = data["ask"]
    try:
        if name not in QUESTIONS:
            raise FormatError(f"there is no question {name!r}")
        found = answer(name, data, Desk(QUESTIONS[name].seconds))
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
