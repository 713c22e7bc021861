"""The examples of the documentation strings, of the native part too, in which `doctest` finds none by itself."""

import doctest
from types import ModuleType

import pytest

import ids_formats as ids

PLACES = {module.__name__: module for module in (ids, *map(vars(ids).get, ids.__all__)) if isinstance(module, ModuleType)}
DOCS = {name: module.__doc__ for name, module in PLACES.items()}
for module in PLACES.values():
    for name in module.__all__:
        found = getattr(module, name)
        DOCS[name] = found.__doc__
        if isinstance(found, type):
            DOCS |= {f"{name}.{member}": method.__doc__ for member, method in vars(found).items()}
EXAMPLES = {name: doc for name, doc in DOCS.items() if doc and ">>>" in doc}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_are_true(name):
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    found = []
    doctest.DocTestRunner(verbose=False).run(example, out=found.append)
    assert not found, "".join(found)


def test_each_class_has_an_example_and_each_function_a_sentence():
    for kind in (*(kind for kind in ids.Id.__subclasses__() if kind is not ids.Snowflake), ids.Discord,
                 ids.IdArray, ids.Generator, ids.evently.Chain, ids.evently.Ledger):
        assert ">>>" in kind.__doc__, kind
    for module in PLACES.values():
        for name in module.__all__:
            found = getattr(module, name)
            if callable(found):
                assert found.__doc__, name
                for member, method in vars(found).items() if isinstance(found, type) else ():
                    assert member.startswith("_") or getattr(method, "__doc__", "x"), (name, member)
