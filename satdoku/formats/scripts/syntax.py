"""The syntax of the part of JavaScript that satdoku reads.

A recursive descent parser that reads its tokens as it goes (a template is then no special case).
Patterns are read as expressions and turned into patterns where an ``=`` or ``=>`` follows. Classes,
generators that delegate, regular expressions, labels and exceptions are refused by name.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from satdoku.formats.scripts.refusals import failing, unknown

MAX_LENGTH = 100_000
"""Characters of a script; published ones have fewer than 10,000."""


class SyntaxNode(NamedTuple):
    """A part of a script: its kind, its place, and its parts."""

    kind: str
    at: int
    parts: tuple[Any, ...] = ()


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    on_new_line: bool


_BLANK = re.compile(
    r"(?:[ \t\n\r\f\v\ufeff\u2028\u2029\xa0]|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.S
)
_TOKEN = re.compile(
    r"""(?P<number>0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+
            |(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$])
      |(?P<name>[A-Za-z_$][\w$]*)
      |(?P<string>"(?:[^"\\\n\r]|\\(?:\r\n|.))*"|'(?:[^'\\\n\r]|\\(?:\r\n|.))*')
      |(?P<mark>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?
            |\?\.(?!\d)|\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|[{}()\[\];,<>+\-*/%&|^!~?:=.`])""",
    re.X | re.S | re.A,
)
_OLD_COMMENT = re.compile(r"<!--|^\s*-->", re.M)
_CHUNK = re.compile(r"(?:[^`\\$]|\\(?:\r\n|.)|\$(?!\{))*", re.S)
_ESCAPE = re.compile(
    r"\\(?:(\r\n|[\n\r\u2028\u2029])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.S
)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_BINARY = {
    mark: level
    for level, marks in enumerate(
        ("??", "||", "&&", "|", "^", "&", "== != === !==", "< > <= >= in instanceof",
         "<< >> >>>", "+ -", "* / %", "**")
    )
    for mark in marks.split()
}  # fmt: skip
_ASSIGNING = frozenset(
    ("=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=",
     "&&=", "||=", "??=")
)  # fmt: skip
_STATEMENTS = frozenset(
    ("if", "while", "do", "for", "return", "break", "continue", "throw", "switch")
)
_REFUSED = frozenset(
    ("class", "async", "await", "try", "with", "import", "export", "debugger", "super", "enum",
     "instanceof", "eval", "arguments", "get", "set", "static", "delete")
)  # fmt: skip
_RESERVED = frozenset(
    ("break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
     "else", "enum", "export", "extends", "false", "finally", "for", "function", "if", "import",
     "in", "instanceof", "new", "null", "return", "super", "switch", "this", "throw", "true", "try",
     "typeof", "var", "void", "while", "with", "yield", "let", "eval", "arguments")
)  # fmt: skip


def parsed(source: str) -> SyntaxNode:
    """The function without parameters whose body a script is.

    :raises Refused: where it is not of this part of the language.
    """
    if len(source) > MAX_LENGTH:
        raise unknown(f"script of {len(source):,} characters")
    if (comment := _OLD_COMMENT.search(source)) is not None:
        raise unknown(comment[0].strip(), comment.start())
    return _Parser(source).program()


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.end = 0
        self.inside_generator = False
        self.inside_loops = self.inside_switches = 0
        self.token = self.next = _Token("end", "", 0, False)
        self.advance()

    # --- tokens ----------------------------------------------------------------------------

    def advance(self) -> _Token:
        """The current token, after which the next one is current."""
        last = self.token
        blank = _BLANK.match(self.source, self.end)
        assert blank is not None
        at = blank.end()
        on_new_line = any(end in blank[0] for end in "\n\r\u2028\u2029")
        if at == len(self.source):
            self.token = _Token("end", "", at, on_new_line)
        elif (match := _TOKEN.match(self.source, at)) is None:
            raise unknown(self.source[at : at + 20].split("\n")[0], at)
        else:
            assert match.lastgroup is not None
            self.token = _Token(match.lastgroup, match[0], at, on_new_line)
            at = match.end()
        self.end = at
        return last

    def is_mark(self, *marks: str) -> bool:
        return self.token.kind == "mark" and self.token.text in marks

    def is_word(self, *words: str) -> bool:
        return self.token.kind == "name" and self.token.text in words

    def take(self, mark: str) -> bool:
        """Whether the current token is this mark or word, which is then passed."""
        if self.token.kind in ("mark", "name") and self.token.text == mark:
            self.advance()
            return True
        return False

    def need(self, mark: str) -> int:
        """The place of a mark that must come now."""
        at = self.token.at
        if not self.take(mark):
            raise self.wrong()
        return at

    def wrong(self) -> Exception:
        if self.is_mark("/", "/="):
            return unknown("regular expression", self.token.at)
        if self.token.kind == "name" and self.token.text in _REFUSED:
            return unknown(self.token.text, self.token.at)
        return failing(self.token.text or "end", self.token.at)

    def statement_end(self) -> None:
        """A semicolon, or the places where the language puts one."""
        if not self.take(";") and not (
            self.is_mark("}") or self.token.kind == "end" or self.token.on_new_line
        ):
            raise self.wrong()

    def name(self) -> str:
        if self.token.kind != "name" or self.token.text in _RESERVED:
            raise self.wrong()
        return self.advance().text

    # --- statements ------------------------------------------------------------------------

    def program(self) -> SyntaxNode:
        body, strict = self.body("end")
        return SyntaxNode("function", 0, ("", (), body, strict, False, False))

    def body(self, end: str) -> tuple[tuple[SyntaxNode, ...], bool]:
        """The statements of a function, and whether they begin with ``"use strict"``."""
        around = self.inside_loops, self.inside_switches
        self.inside_loops = self.inside_switches = 0
        statements: list[SyntaxNode] = []
        strict, directives = False, True
        while not (self.token.kind == end or self.is_mark(end)):
            directive = self.token.kind == "string" and directives
            text = self.token.text[1:-1]
            statements.append(self.statement(top=True))
            directives = (
                directive
                and statements[-1].kind == "do"
                and (statements[-1].parts[0].kind == "string")
            )
            strict = strict or (directives and text == "use strict")
        self.inside_loops, self.inside_switches = around
        return tuple(statements), strict

    def block(self) -> SyntaxNode:
        at = self.need("{")
        statements = []
        while not self.is_mark("}"):
            statements.append(self.statement())
        self.advance()
        return SyntaxNode("block", at, (tuple(statements),))

    def statement(self, *, top: bool = False) -> SyntaxNode:
        token = self.token
        at = token.at
        if token.kind == "mark" and token.text == "{":
            return self.block()
        if token.kind == "mark" and token.text == ";":
            self.advance()
            return SyntaxNode("block", at, ((),))
        if token.kind == "name":
            if token.text == "function":
                if not top:
                    raise unknown("function in a block", at)
                return SyntaxNode("declare", at, (self.function(named=True),))
            if token.text in ("var", "let", "const"):
                node = self.declaration()
                self.statement_end()
                return node
            if token.text in _STATEMENTS:
                self.advance()
                node = getattr(self, f"_{token.text}_")(at)
                assert isinstance(node, SyntaxNode)
                return node
            if token.text in _REFUSED and token.text not in ("get", "set", "static", "async"):
                raise unknown(token.text, at)
        value = self.expression()
        if value.kind == "name" and self.is_mark(":"):
            raise unknown("label", at)
        self.statement_end()
        return SyntaxNode("do", at, (value,))

    def body_of(self, *, loop: bool = False) -> SyntaxNode:
        """The statement after a condition or the head of a loop, which declares nothing."""
        if self.is_word("let", "const", "class", "function"):
            raise self.wrong()
        self.inside_loops += loop
        body = self.statement()
        self.inside_loops -= loop
        return body

    def condition(self) -> SyntaxNode:
        self.need("(")
        value = self.expression()
        self.need(")")
        return value

    def declaration(self, *, inside_for: bool = False) -> SyntaxNode:
        _, word, at, _ = self.advance()
        declared = []
        while True:
            pattern = self.binding()
            value = None
            if self.take("="):
                value = self.assignment(no_in=inside_for)
            elif not inside_for and (word == "const" or pattern.kind != "name"):
                raise self.wrong()
            declared.append((pattern, value))
            if not self.take(","):
                return SyntaxNode(word, at, (tuple(declared),))

    def _if_(self, at: int) -> SyntaxNode:
        condition, then = self.condition(), self.body_of()
        return SyntaxNode(
            "if", at, (condition, then, self.body_of() if self.take("else") else None)
        )

    def _while_(self, at: int) -> SyntaxNode:
        return SyntaxNode("for", at, (None, self.condition(), None, self.body_of(loop=True)))

    def _do_(self, at: int) -> SyntaxNode:
        body = self.body_of(loop=True)
        self.need("while")
        condition = self.condition()
        self.take(";")
        return SyntaxNode("dowhile", at, (body, condition))

    def _for_(self, at: int) -> SyntaxNode:
        self.need("(")
        first: SyntaxNode | None = None
        if self.is_word("var", "let", "const"):
            first = self.declaration(inside_for=True)
        elif not self.is_mark(";"):
            first = self.expression(no_in=True)
        for word in ("of", "in"):
            if first is not None and self.is_word(word):
                self.advance()
                over = self.assignment() if word == "of" else self.expression()
                self.need(")")
                return SyntaxNode(word, at, (self.target(first), over, self.body_of(loop=True)))
        if first is not None and first.kind in ("var", "let", "const"):
            for pattern, value in first.parts[0]:
                if value is None and (first.kind == "const" or pattern.kind != "name"):
                    raise self.wrong()
        self.need(";")
        condition = None if self.is_mark(";") else self.expression()
        self.need(";")
        update = None if self.is_mark(")") else self.expression()
        self.need(")")
        return SyntaxNode("for", at, (first, condition, update, self.body_of(loop=True)))

    def target(self, first: SyntaxNode) -> SyntaxNode:
        """The head of a loop over items: a declaration without a value, or an assignment's left."""
        if first.kind not in ("var", "let", "const"):
            return self.pattern(first)
        if len(first.parts[0]) != 1 or first.parts[0][0][1] is not None:
            raise self.wrong()
        return first

    def _return_(self, at: int) -> SyntaxNode:
        bare = self.is_mark(";", "}") or self.token.kind == "end" or self.token.on_new_line
        value = None if bare else self.expression()
        self.statement_end()
        return SyntaxNode("return", at, (value,))

    def _leave(self, kind: str, at: int) -> SyntaxNode:
        if not self.inside_loops and not (kind == "break" and self.inside_switches):
            raise failing(kind, at)
        if self.token.kind == "name" and not self.token.on_new_line:
            raise unknown("label", at)
        self.statement_end()
        return SyntaxNode(kind, at)

    def _break_(self, at: int) -> SyntaxNode:
        return self._leave("break", at)

    def _continue_(self, at: int) -> SyntaxNode:
        return self._leave("continue", at)

    def _throw_(self, at: int) -> SyntaxNode:
        value = self.expression()
        self.statement_end()
        return SyntaxNode("throw", at, (value,))

    def _switch_(self, at: int) -> SyntaxNode:
        value = self.condition()
        self.need("{")
        cases: list[tuple[SyntaxNode | None, tuple[SyntaxNode, ...]]] = []
        while not self.take("}"):
            test = None
            if not self.take("default"):
                self.need("case")
                test = self.expression()
            elif any(case[0] is None for case in cases):
                raise self.wrong()
            self.need(":")
            statements = []
            self.inside_switches += 1
            while not (self.is_word("case", "default") or self.is_mark("}")):
                statements.append(self.statement())
            self.inside_switches -= 1
            cases.append((test, tuple(statements)))
        return SyntaxNode("switch", at, (value, tuple(cases)))

    # --- functions and patterns ------------------------------------------------------------

    def function(self, *, named: bool = False) -> SyntaxNode:
        at = self.need("function")
        generator = self.take("*")
        name = self.name() if named or not self.is_mark("(") else ""
        return self.rest_of_function(at, name, generator)

    def rest_of_function(self, at: int, name: str, generator: bool = False) -> SyntaxNode:
        """A function from its parameters on."""
        outer, self.inside_generator = self.inside_generator, generator
        self.need("(")
        parameters = []
        while not self.take(")"):
            if self.is_mark("..."):
                place = self.advance().at
                parameters.append(SyntaxNode("rest", place, (self.binding(),)))
                self.need(")")
                break
            parameters.append(self.defaulted(self.binding()))
            if not self.is_mark(")"):
                self.need(",")
        self.need("{")
        body, strict = self.body("}")
        self.need("}")
        self.inside_generator = outer
        return SyntaxNode("function", at, (name, tuple(parameters), body, strict, False, generator))

    def arrow(self, at: int, parameters: list[SyntaxNode]) -> SyntaxNode:
        """An arrow function from its arrow on."""
        if self.token.on_new_line:
            raise self.wrong()
        self.need("=>")
        outer, self.inside_generator = self.inside_generator, False
        strict = False
        if self.take("{"):
            body, strict = self.body("}")
            self.need("}")
        else:
            value = self.assignment()
            body = (SyntaxNode("return", value.at, (value,)),)
        self.inside_generator = outer
        patterns = tuple(self.pattern(one, binding=True) for one in parameters)
        return SyntaxNode("function", at, ("", patterns, body, strict, True, False))

    def binding(self) -> SyntaxNode:
        """A name, or a pattern of names."""
        if self.is_mark("[", "{"):
            return self.pattern(self.primary(), binding=True)
        at = self.token.at
        return SyntaxNode("name", at, (self.name(),))

    def defaulted(self, pattern: SyntaxNode) -> SyntaxNode:
        if not self.is_mark("="):
            return pattern
        at = self.advance().at
        return SyntaxNode("default", at, (pattern, self.assignment()))

    def pattern(self, node: SyntaxNode, *, binding: bool = False) -> SyntaxNode:
        """An expression as the pattern that it is on the left of an assignment."""
        if node.kind == "name":
            return node
        if node.kind in ("member", "index") and not binding:
            return node
        if node.kind == "assign" and node.parts[0] == "=":
            return SyntaxNode(
                "default", node.at, (self.pattern(node.parts[1], binding=binding), node.parts[2])
            )
        if node.kind == "default":
            return SyntaxNode(
                "default", node.at, (self.pattern(node.parts[0], binding=binding), node.parts[1])
            )
        if node.kind in ("spread", "rest"):
            return SyntaxNode("rest", node.at, (self.pattern(node.parts[0], binding=binding),))
        if node.kind in ("array", "arraypattern"):
            items = [
                None if item is None else self.pattern(item, binding=binding)
                for item in node.parts[0]
            ]
            if any(item is not None and item.kind == "rest" for item in items[:-1]):
                raise failing("...", node.at)
            return SyntaxNode("arraypattern", node.at, (tuple(items),))
        if node.kind in ("object", "objectpattern"):
            fields = []
            for key, value in node.parts[0]:
                if key is None:
                    raise unknown("...", node.at)
                fields.append((key, self.pattern(value, binding=binding)))
            return SyntaxNode("objectpattern", node.at, (tuple(fields),))
        raise failing(self.source[node.at : node.at + 20].split("\n")[0], node.at)

    # --- expressions -----------------------------------------------------------------------

    def expression(self, *, no_in: bool = False) -> SyntaxNode:
        value = self.assignment(no_in=no_in)
        while self.is_mark(","):
            at = self.advance().at
            value = SyntaxNode("comma", at, (value, self.assignment(no_in=no_in)))
        return value

    def assignment(self, *, no_in: bool = False) -> SyntaxNode:
        if self.is_word("yield") and self.inside_generator:
            at = self.advance().at
            if self.is_mark("*"):
                raise unknown("yield*", at)
            bare = (
                self.token.on_new_line
                or self.is_mark(")", "]", "}", ",", ";", ":")
                or (self.token.kind == "end")
            )
            return SyntaxNode("yield", at, (None if bare else self.assignment(no_in=no_in),))
        start = self.token
        value = self.conditional(no_in=no_in)
        if self.is_mark("=>") and value.kind == "name" and start.kind == "name":
            return self.arrow(value.at, [value])
        if self.token.kind == "mark" and self.token.text in _ASSIGNING:
            mark = self.advance()
            places = {"name", "member", "index"}
            if mark.text == "=":
                places |= {"array", "object"}
            while value.kind == "brackets" and value.parts[0].kind in ("name", "member", "index"):
                value = value.parts[0]
            if value.kind not in places:
                raise failing(mark.text, mark.at)
            return SyntaxNode(
                "assign", mark.at, (mark.text, self.pattern(value), self.assignment(no_in=no_in))
            )
        return value

    def conditional(self, *, no_in: bool = False) -> SyntaxNode:
        test = self.binary(0, no_in=no_in)
        if not self.is_mark("?"):
            return test
        at = self.advance().at
        then = self.assignment()
        self.need(":")
        return SyntaxNode("choose", at, (test, then, self.assignment(no_in=no_in)))

    def binary(self, least: int, *, no_in: bool = False) -> SyntaxNode:
        left = self.unary()
        while (
            self.token.kind in ("mark", "name")
            and (level := _BINARY.get(self.token.text, -1)) >= least
            and not (no_in and self.token.text == "in")
        ):
            _, mark, at, _ = self.advance()
            if mark == "instanceof":
                raise unknown(mark, at)
            if mark == "**" and left.kind in ("unary", "typeof"):
                raise failing(mark, at)
            right = self.binary(level if mark == "**" else level + 1, no_in=no_in)
            for side in (left, right):
                if (
                    side.kind == "either"
                    and "??" in (mark, side.parts[0])
                    and side.parts[0] != mark
                ):
                    raise failing(mark, at)
            left = SyntaxNode(
                "either" if mark in ("??", "||", "&&") else "binary", at, (mark, left, right)
            )
        return left

    def unary(self) -> SyntaxNode:
        token = self.token
        if self.is_mark("!", "-", "+", "~") or self.is_word("typeof", "void"):
            self.advance()
            return SyntaxNode(
                "typeof" if token.text == "typeof" else "unary",
                token.at,
                (token.text, self.unary()),
            )
        if self.is_mark("++", "--"):
            self.advance()
            return SyntaxNode("step", token.at, (token.text, self.stepped(self.unary()), True))
        value = self.postfix()
        if self.is_mark("++", "--") and not self.token.on_new_line:
            mark = self.advance()
            return SyntaxNode("step", mark.at, (mark.text, self.stepped(value), False))
        return value

    def stepped(self, value: SyntaxNode) -> SyntaxNode:
        if value.kind not in ("name", "member", "index"):
            raise failing("++", value.at)
        return value

    def postfix(self) -> SyntaxNode:
        if self.is_word("new"):
            at = self.advance().at
            constructor = self.primary()
            while self.is_mark(".", "["):
                constructor = self.accessed(constructor)
            given = self.arguments() if self.is_mark("(") else ()
            value = SyntaxNode("new", at, (constructor, given))
        else:
            value = self.primary()
            if value.kind == "function" and value.parts[4]:
                return value
        chained = False
        while True:
            if self.is_mark("("):
                value = SyntaxNode("call", self.token.at, (value, self.arguments(), False))
            elif self.is_mark("?."):
                at = self.advance().at
                chained = True
                if self.is_mark("("):
                    value = SyntaxNode("call", at, (value, self.arguments(), True))
                elif self.is_mark("["):
                    value = self.accessed(value, optional=True)
                else:
                    value = SyntaxNode("member", at, (value, self.any_name(), True))
            elif self.is_mark(".", "["):
                value = self.accessed(value)
            elif self.is_mark("`"):
                raise unknown("tagged template", self.token.at)
            else:
                return SyntaxNode("chain", value.at, (value,)) if chained else value

    def accessed(self, value: SyntaxNode, *, optional: bool = False) -> SyntaxNode:
        mark = self.advance()
        if mark.text == ".":
            return SyntaxNode("member", mark.at, (value, self.any_name(), False))
        key = self.expression()
        self.need("]")
        return SyntaxNode("index", mark.at, (value, key, optional))

    def any_name(self) -> str:
        """The name of a property, which may be a reserved word."""
        if self.token.kind != "name":
            raise self.wrong()
        return self.advance().text

    def arguments(self) -> tuple[SyntaxNode, ...]:
        self.need("(")
        return self.listed(")")

    def listed(self, end: str) -> tuple[SyntaxNode, ...]:
        """Expressions up to a bracket, each perhaps spread."""
        items: list[SyntaxNode] = []
        while not self.take(end):
            items.append(self.item())
            if not self.is_mark(end):
                self.need(",")
        return tuple(items)

    def item(self) -> SyntaxNode:
        if self.is_mark("..."):
            at = self.advance().at
            return SyntaxNode("spread", at, (self.assignment(),))
        return self.assignment()

    def primary(self) -> SyntaxNode:
        token = self.token
        kind, text, at, _ = token
        if kind == "number":
            self.advance()
            return SyntaxNode("number", at, (_number(text),))
        if kind == "string":
            self.advance()
            return SyntaxNode("string", at, (_unescaped(text[1:-1], at),))
        if kind == "name":
            if text == "function":
                return self.function()
            if text in ("true", "false", "null", "this"):
                self.advance()
                return (
                    SyntaxNode("this", at) if text == "this" else SyntaxNode("literal", at, (text,))
                )
            return SyntaxNode("name", at, (self.name(),))
        if self.take("("):
            return self.in_brackets(at)
        if self.take("["):
            items: list[SyntaxNode | None] = []
            while not self.take("]"):
                if self.take(","):
                    items.append(None)
                    continue
                items.append(self.item())
                if not self.is_mark("]"):
                    self.need(",")
            return SyntaxNode("array", at, (tuple(items),))
        if self.take("{"):
            return self.object(at)
        if text == "`":
            return self.template(at)
        raise self.wrong()

    def in_brackets(self, at: int) -> SyntaxNode:
        items: list[SyntaxNode] = []
        while not self.is_mark(")"):
            items.append(self.item())
            if not self.take(","):
                break
            if self.is_mark(")"):
                items.append(SyntaxNode("trailing", at))
        self.need(")")
        if self.is_mark("=>"):
            return self.arrow(at, [item for item in items if item.kind != "trailing"])
        if not items or any(item.kind in ("spread", "trailing") for item in items):
            raise self.wrong()
        value = items[0]
        for item in items[1:]:
            value = SyntaxNode("comma", item.at, (value, item))
        return SyntaxNode("brackets", at, (value,))

    def object(self, at: int) -> SyntaxNode:
        fields: list[tuple[SyntaxNode | None, SyntaxNode]] = []
        while not self.take("}"):
            fields.append(self.field())
            if not self.is_mark("}"):
                self.need(",")
        return SyntaxNode("object", at, (tuple(fields),))

    def field(self) -> tuple[SyntaxNode | None, SyntaxNode]:
        """A key and its value; what is spread has no key."""
        kind, text, at, _ = self.token
        if self.take("..."):
            return None, self.assignment()
        if self.take("["):
            key = self.assignment()
            self.need("]")
        elif kind in ("number", "string"):
            key = self.primary()
        else:
            key = SyntaxNode("string", at, (self.any_name(),))
            if self.is_mark(",", "}", "="):
                if text in _RESERVED:
                    raise failing(text, at)
                return key, self.defaulted(SyntaxNode("name", at, (text,)))
            if text in ("get", "set", "async") and not self.is_mark(":", "("):
                raise unknown(text, at)
            if text == "__proto__":
                raise unknown(text, at)
        if self.is_mark("("):
            return key, self.rest_of_function(at, "")
        self.need(":")
        return key, self.assignment()

    def template(self, at: int) -> SyntaxNode:
        """A text with expressions in it, from its first quote on."""
        texts: list[str] = []
        values: list[SyntaxNode] = []
        while True:
            chunk = _CHUNK.match(self.source, self.end)
            assert chunk is not None
            raw = chunk[0].replace("\r\n", "\n").replace("\r", "\n")
            texts.append(_unescaped(raw, at))
            self.end = chunk.end()
            if self.source.startswith("`", self.end):
                self.end += 1
                self.advance()
                return SyntaxNode("template", at, (tuple(texts), tuple(values)))
            if not self.source.startswith("${", self.end):
                raise failing("`", at)
            self.end += 2
            self.advance()
            values.append(self.expression())
            if not self.is_mark("}"):
                raise self.wrong()


def _number(text: str) -> float:
    if text[:2].lower() in ("0x", "0b", "0o"):
        return number_in_base(text)
    return float(text)


def number_in_base(text: str) -> float:
    """A number that begins with ``0x``, ``0o`` or ``0b``."""
    if len(text) > 200:
        raise unknown(text)
    return float(int(text, 0))


def _unescaped(text: str, at: int) -> str:
    """A text as UTF-16 code units, which JavaScript counts."""

    def replaced(match: re.Match[str]) -> str:
        line_end, hexadecimal, unit, other = match.groups()
        if line_end:
            return ""
        if hexadecimal or unit:
            return chr(int(hexadecimal or unit, 16))
        if other in "123456789ux" or (other == "0" and text[match.end() :][:1].isdigit()):
            raise unknown(match[0], at)
        return _ESCAPED.get(other, other)

    return in_units(_ESCAPE.sub(replaced, text) if "\\" in text else text)


def in_units(text: str) -> str:
    """A text in which a character beyond U+FFFF is two."""
    if not text or max(text) <= "\uffff":
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2))
