# SPDX-License-Identifier: Apache-2.0
"""Every call of workspace_cases.csv: status, size, what it rests on, L0 operators and plan."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from support import Api, Session, run_python
from workspace.calls import (
    TYPES,
    Call,
    Case,
    Explainer,
    Sizer,
    cases,
    operators_text,
    plan_text,
    products,
)

pytestmark = pytest.mark.slow  # every row of a table

DETERMINISTIC = 0

#: Products that have the figures of one of the table.
TWINS = {
    "Ascend910B1": "Ascend910B2",
    "Ascend910B4": "Ascend910B3",
    "Ascend910_9381": "Ascend910_9392",
    "Ascend910_9382": "Ascend910_9392",
    "Ascend910_9391": "Ascend910_9392",
    "Ascend910_9362": "Ascend910_9372",
}


def of_product(product: str) -> list[Case]:
    return [case for case in cases() if case.product == product]


def differences(
    chosen: Iterable[Case], observe: Callable[[Case], object], expect: Callable[[Case], object]
) -> list[str]:
    """The rows that are not as the table has them, by their lines."""
    found = []
    for case in chosen:
        observed, expected = observe(case), expect(case)
        if observed != expected:
            found.append(f"line {case.line}: {observed} and not {expected}\n  {case.call}")
    return found


def explained(explainer: Explainer, case: Case) -> tuple[int, int, str, str, str]:
    sized = explainer.explain(case.call)
    assert sized.status != 0 or sized.plan["workspace_size"] == sized.size
    return (
        sized.status,
        sized.size,
        "+".join(sized.plan["assumed"]),
        operators_text(sized.plan),
        plan_text(sized.plan),
    )


def test_the_table_is_whole() -> None:
    assert len(cases()) == 2400
    assert len(products()) == 7
    assert not set(TWINS) & set(products())


@pytest.mark.parametrize("product", products())
def test_every_row(explainer: Explainer, product: str) -> None:
    wrong = differences(
        of_product(product),
        lambda case: explained(explainer, case),
        lambda case: (case.status, case.size, case.assumed, case.operators, case.plan),
    )
    assert not wrong, "\n".join(wrong[:10])


def test_figures_of_the_table_are_the_products_own(explainer: Explainer) -> None:
    """Cores and unified buffer need no override: the product has them."""
    for product in products():
        case = of_product(product)[0]
        plan = explainer.explain(replace(case.call, soc=product)).plan
        figures = f"{plan['soc']}:cores={plan['cores']},ub={plan['unified_buffer']}"
        assert figures == case.call.soc


@pytest.mark.parametrize("twin", TWINS)
def test_products_with_the_same_figures_have_the_same_plans(
    explainer: Explainer, twin: str
) -> None:
    chosen = [replace(case, call=replace(case.call, soc=twin)) for case in of_product(TWINS[twin])]
    wrong = differences(
        chosen[::3],
        lambda case: explained(explainer, case),
        lambda case: (case.status, case.size, case.assumed, case.operators, case.plan),
    )
    assert not wrong, "\n".join(wrong[:10])


# --- The vendor's functions alone ----------------------------------------------------------------


@pytest.fixture
def sizer(api: Api) -> Iterable[Sizer]:
    yield Sizer(api)
    api.ok.aclrtSetSysParamOpt(DETERMINISTIC, 0)


def size_by_option(sizer: Sizer, case: Case) -> tuple[int, int]:
    sizer.api.ok.aclrtSetSysParamOpt(DETERMINISTIC, case.call.deterministic)
    return sizer.size(case.call)


def wrong_sizes(sizer: Sizer, chosen: Iterable[Case]) -> list[str]:
    return differences(
        chosen,
        lambda case: size_by_option(sizer, case),
        lambda case: (case.status, case.size),
    )


def test_sizes_of_this_process(sizer: Sizer) -> None:
    """Where the test run chose no product, that is Ascend910B2."""
    product = sizer.api.aclrtGetSocName().decode()
    chosen = of_product(TWINS.get(product, product))
    if not chosen:
        pytest.skip(f"the table has no rows of {product}")
    wrong = wrong_sizes(sizer, chosen)
    assert not wrong, "\n".join(wrong[:10])


def test_memory_makes_no_difference(sizer: Sizer, session: Session) -> None:
    """Tensors are sized the same with addresses and without."""
    call = Call("", (3, 50), 96, 700, "f16", "i64", "f16", out_layout="t")
    grad, indices, out = call.views
    tensors = [
        session.describe(
            view.shape,
            TYPES[view.type][0],
            session.malloc(view.bytes),
            strides=view.strides,
            storage=view.storage,
        )
        for view in (grad, indices, out)
    ]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    sizer.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        *tensors[:2], 700, 0, False, tensors[2], ctypes.byref(size), ctypes.byref(executor)
    )
    assert (0, size.value) == sizer.size(call)
    sizer.api.ok.aclDestroyAclOpExecutor(executor)


ALONE = """
import json, sys
from support import Api
from workspace.calls import Sizer
from workspace.test_sizes import of_product, wrong_sizes
api = Api()
chosen = of_product({product!r})
print(json.dumps([api.aclrtGetSocName().decode(), len(chosen), wrong_sizes(Sizer(api), chosen)]))
"""


def sized_alone(soc: str, product: str) -> tuple[str, int, list[str]]:
    """The product, the number of rows and the wrong ones, of a process with ACLNN_SOC."""
    result = run_python(ALONE.format(product=product), {"ACLNN_SOC": soc})
    assert result.returncode == 0, result.stderr
    name, count, wrong = json.loads(result.stdout)
    return name, count, wrong


@pytest.mark.usefixtures("own_library")
def test_sizes_by_environment() -> None:
    """Without aclnn_ext: the product is ACLNN_SOC's, determinism aclrtSetSysParamOpt's."""
    name, count, wrong = sized_alone("Ascend950", "Ascend950")
    assert (name, count) == ("Ascend950", 543)
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
def test_sizes_by_environment_on_all_products() -> None:
    """Overrides of the environment count as well: some products play another one's part."""
    every = products()
    jobs = [(product, product, product) for product in every]
    jobs += [(twin, product, twin) for twin, product in TWINS.items()]
    jobs += [
        ("Ascend910A:cores=30", "Ascend910ProB", "Ascend910A"),
        ("Ascend910B4:cores=48", "Ascend910B2", "Ascend910B4"),
        ("Ascend910_9362:cores=48,ub=196352", "Ascend910_9392", "Ascend910_9362"),
        ("Ascend910B1:ub=196352,cores=40", "Ascend910_9372", "Ascend910B1"),
    ]
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda job: sized_alone(*job[:2]), jobs)
        for (soc, product, name), (said, count, wrong) in zip(jobs, answers, strict=True):
            assert said == name
            assert count == len(of_product(product))
            assert not wrong, "\n".join([soc, *wrong[:10]])
