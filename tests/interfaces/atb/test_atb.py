# SPDX-License-Identifier: Apache-2.0
"""Programs for Ascend Transformer Boost compile, link and run; names and layouts are C++'s."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from aclnn_py import _tree
from build_support import atb

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LIB64 = _tree.prefix() / "lib64"

pytestmark = pytest.mark.slow  # compiles C++

COMPILER = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{_tree.prefix() / 'include'}"]


def compile_program(source: Path, output: Path, *options: str) -> Path:
    links = [f"-L{LIB64}", "-latb", "-lascendcl", f"-Wl,-rpath,{LIB64}", "-o", str(output)]
    subprocess.run([*COMPILER, *options, str(source), *links], check=True)
    return output


@pytest.mark.parametrize(
    ("name", "watched", "options"),
    [
        ("operations", ("--strict",), ()),
        ("calls", (), ()),  # calls that are refused are findings
        ("alibi", (), ()),
        ("graphs", (), ()),
        ("latent", (), ()),
        ("preprocess", (), ()),
        ("paged", (), ()),
        ("others", (), ()),
        ("old_string", ("--strict",), ("-D_GLIBCXX_USE_CXX11_ABI=0",)),
    ],
)
def test_program_finds_what_it_expects(
    name: str, watched: tuple[str, ...], options: tuple[str, ...], tmp_path: Path
) -> None:
    """The programs check everything themselves."""
    program = compile_program(HERE / f"{name}.cpp", tmp_path / name, *options)
    command: list[str | Path] = [sys.executable, "-m", "aclnn_py", "run", *watched, program]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("0 failures\n")


# --- Names ---------------------------------------------------------------------------------------


def parameters() -> list[atb.Parameter]:
    return list(atb.read(ROOT / "csrc"))


def test_names_are_those_of_the_compiler(tmp_path: Path) -> None:
    """All of them are compiled, those of parameters without a header from declarations here."""
    absent = [each for each in parameters() if each.kind is None]
    declared = "".join(
        f"namespace atb {{ namespace {each.namespace} {{ struct {each.name}; }} }}\n"
        for each in absent
    )
    uses = "".join(
        f"template Status made<{each.spelled}>(const {each.spelled} *);\n" for each in parameters()
    )
    source = tmp_path / "names.cpp"
    source.write_text(
        f'#include "atb/atb_infer.h"\n{declared}'
        "using namespace atb;\n"
        "template <class P> Status made(const P *p) {\n"
        "    Operation *o = nullptr;\n"
        "    return CreateOperation(*p, &o) + UpdateOperationParam(o, *p)\n"
        "           + CloneOperationParam(o, *const_cast<P *>(p));\n"
        f"}}\n{uses}"
        "Status all(const GraphParam &g, const Tensor &t, Context *c) {\n"
        "    Operation *o = nullptr;\n"
        "    auto n = [](std::size_t) -> void * { return nullptr; };\n"
        "    Utils::GetTensorSize(t), Utils::GetTensorSize(t.desc);\n"
        "    Utils::GetTensorNumel(t), Utils::GetTensorNumel(t.desc);\n"
        "    Utils::QuantParamConvert(nullptr, nullptr, 0), Utils::GetAtbVersion();\n"
        "    Utils::SetLogLevel(LogLevel::INFO), Utils::ResetLogLevel();\n"
        "    CreateContext(&c), CreateContext(&c, 128, 32), CreateContext(&c, n, [](void *) {});\n"
        "    SetExecuteStreamId(o, 1), GetExecuteStreamId(o);\n"
        "    return CreateOperation(g, &o) + DestroyOperation(o) + DestroyContext(c);\n"
        "}\n",
        "utf-8",
    )
    compiled = tmp_path / "names.o"
    subprocess.run([*COMPILER, "-c", str(source), "-o", str(compiled)], check=True)
    symbols = subprocess.run(
        ["nm", "--undefined-only", compiled], capture_output=True, text=True, check=True
    ).stdout
    wanted = set(re.findall(r"\b_ZN3atb\w+", symbols))
    exported = {name for name in atb.exports(tuple(parameters())) if name.startswith("_ZN")}
    assert len(wanted) > 250
    assert wanted == exported


def test_declared_parameters_are_carried_out_and_no_others() -> None:
    """A name that is refused stops the build, as elsewhere."""
    text = "".join(
        (ROOT / "csrc" / "include" / "atb" / name).read_text("utf-8")
        for name in ("infer_op_params.h", "train_op_params.h")
    )
    declared = set(re.findall(r"^struct (\w+Param)\b", text, re.MULTILINE))
    assert declared == {each.name for each in parameters() if each.kind is not None}


def test_the_page_lists_the_operations() -> None:
    page = (ROOT / "docs" / "reference" / "atb.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(\w+Param)` \|", page, re.MULTILINE))
    assert listed == {each.name for each in parameters() if each.kind is not None}


# --- Layouts -------------------------------------------------------------------------------------

# Types of C++ and of csrc/atb, with members that stand at the same place.
LAYOUTS = {
    ("Dims", "atb_dims"): {"dimNum": "count"},
    ("TensorDesc", "atb_desc"): {"format": "format", "shape": "shape"},
    ("Tensor", "atb_tensor"): {"hostData": "host", "dataSize": "size"},
    ("VariantPack", "atb_pack"): {"outTensors": "out"},
    ("SVector<TensorDesc>", "atb_descs"): {},
    ("SVector<uint32_t>", "atb_ids"): {},
    ("SVector<float>", "atb_floats"): {},
    ("infer::ActivationParam", "atb_activation_param"): {"dim": "dim", "geluMode": "gelu_mode"},
    ("infer::AsStridedParam", "atb_as_strided_param"): {"offset": "offset"},
    ("infer::BlockCopyParam", "atb_block_copy_param"): {},
    ("infer::CohereLayerNormParam", "atb_cohere_layer_norm_param"): {},
    ("infer::FaUpdateParam", "atb_fa_update_param"): {"sp": "parts"},
    ("infer::GatherPreRmsNormParam", "atb_gather_pre_rms_norm_param"): {"rsv": "reserved"},
    ("infer::GroupedMatmulInplaceAddParam", "atb_grouped_matmul_inplace_add_param"): {
        "transposeB": "transpose_b",
        "rsv": "reserved",
    },
    ("infer::IndexAddParam", "atb_index_add_param"): {"axis": "axis"},
    ("infer::LayerNormParam", "atb_layer_norm_param"): {
        "normParam.dynamicQuantType": "norm.dynamic_quant_type",
        "preNormParam.zoomScaleValue": "pre.zoom",
        "postNormParam": "post",
        "rsv": "reserved",
    },
    ("infer::OnehotParam", "atb_onehot_param"): {"depth": "depth"},
    ("infer::RopeQConcatParam", "atb_rope_q_concat_param"): {},
    ("infer::ScatterElementsV2Param", "atb_scatter_elements_v2_param"): {
        "reduction": "reduction",
        "rsv": "reserved",
    },
    ("infer::SwigluQuantParam", "atb_swiglu_quant_param"): {"rsv": "reserved"},
    ("infer::SetValueParam", "atb_set_value_param"): {"strides": "strides"},
    ("infer::TransdataParam", "atb_transdata_param"): {"outCrops": "crops"},
    ("infer::ConcatParam", "atb_concat_param"): {"rsv": "reserved"},
    ("infer::CumsumParam", "atb_cumsum_param"): {"reverse": "is_reversed"},
    ("infer::ElewiseParam", "atb_elewise_param"): {
        "quantParam.inputOffset": "quant.input_offset",
        "mulsParam": "muls",
        "outTensorType": "out_type",
    },
    ("infer::FillParam", "atb_fill_param"): {"value": "value", "outDim": "dims"},
    ("infer::GatherParam", "atb_gather_param"): {"batchDims": "batch_dims"},
    ("infer::GroupTopkParam", "atb_group_topk_param"): {
        "groupMultiFlag": "sums_largest",
        "n": "n",
    },
    ("infer::LinearParam", "atb_linear_param"): {
        "outDataType": "out_data_type",
        "enAccum": "accumulates",
        "quantMode": "quant_mode",
    },
    ("infer::FusedAddTopkDivParam", "atb_fused_add_topk_div_param"): {
        "groupTopk": "groups_kept",
        "scale": "scale",
        "enableExpertMapping": "has_mapping",
    },
    ("infer::MultiLatentAttentionParam", "atb_multi_latent_attention_param"): {
        "calcType": "calc_type",
        "cacheMode": "cache",
        "windowSize": "window_size",
        "rsv": "reserved",
    },
    ("infer::MlaPreprocessParam", "atb_mla_preprocess_param"): {
        "kRotaryCoeff": "k_coefficient",
        "cacheMode": "cache",
        "quantMode": "quant_mode",
        "rsv": "reserved",
    },
    ("infer::PagedCacheLoadParam", "atb_paged_cache_load_param"): {"hasSeqStarts": "has_starts"},
    ("infer::RingMLAParam", "atb_ring_mla_param"): {"qkScale": "qk_scale", "rsv": "reserved"},
    ("infer::PagedAttentionParam", "atb_paged_attention_param"): {
        "maskType": "mask_type",
        "compressType": "compress_type",
        "mlaVHeadSize": "mla_v_head_size",
        "rsv": "reserved",
    },
    ("infer::ReduceParam", "atb_reduce_param"): {"axis": "axes"},
    ("infer::RepeatParam", "atb_repeat_param"): {"rsv": "reserved"},
    ("infer::ReshapeAndCacheParam", "atb_reshape_and_cache_param"): {"kvCacheCfg": "cache"},
    ("infer::RmsNormParam", "atb_rms_norm_param"): {
        "normParam.dynamicQuantType": "norm.dynamic_quant_type",
        "preNormParam": "pre",
        "postNormParam.hasBias": "post.has_bias",
    },
    ("infer::RopeParam", "atb_rope_param"): {"cosFormat": "cos_format"},
    ("infer::SelfAttentionParam", "atb_self_attention_param"): {
        "batchRunStatusEnable": "chooses_batches",
        "maskType": "mask_type",
        "cacheType": "cache_type",
        "windowSize": "window_size",
    },
    ("infer::SliceParam", "atb_slice_param"): {"size": "sizes"},
    ("infer::SoftmaxParam", "atb_softmax_param"): {"rsv": "reserved"},
    ("infer::SortParam", "atb_sort_param"): {"rsv": "reserved"},
    ("infer::SplitParam", "atb_split_param"): {"splitSizes": "sizes"},
    ("infer::TransposeParam", "atb_transpose_param"): {"rsv": "reserved"},
    ("infer::WhereParam", "atb_where_param"): {},
    ("train::RmsNormBackwardParam", "atb_rms_norm_backward_param"): {},
}


def printed(command: list[str], source: Path, head: str, rows: list[str]) -> list[str]:
    body = "".join(f'    printf("%zu\\n", (size_t)({row}));\n' for row in rows)
    source.write_text(f"{head}int main(void)\n{{\n{body}    return 0;\n}}\n", "utf-8")
    program = source.with_suffix("")
    subprocess.run([*command, str(source), "-o", str(program)], check=True)
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()


def test_layouts_are_those_of_the_compiler(tmp_path: Path) -> None:
    cpp, c, labels = [], [], []
    for (of_cpp, of_c), members in LAYOUTS.items():
        cpp.append(f"sizeof(atb::{of_cpp.replace('<', '<atb::' if 'Desc' in of_cpp else '<')})")
        c.append(f"sizeof(struct {of_c})")
        labels.append(of_cpp)
        for one, other in members.items():
            cpp.append(f"offsetof(atb::{of_cpp}, {one})")
            c.append(f"offsetof(struct {of_c}, {other})")
            labels.append(f"{of_cpp}.{one}")
    head = "#include <stdio.h>\n#include <stddef.h>\n"
    found = printed(
        [*COMPILER, "-Wno-invalid-offsetof"],
        tmp_path / "of_cpp.cpp",
        f'{head}#include "atb/atb_infer.h"\n',
        cpp,
    )
    expected = printed(
        ["gcc", "-std=c11", f"-I{ROOT / 'csrc'}"],
        tmp_path / "of_c.c",
        f'{head}#include "atb/params.h"\n',
        c,
    )
    assert dict(zip(labels, found, strict=True)) == dict(zip(labels, expected, strict=True))


def test_statuses_have_the_numbers_of_the_header(tmp_path: Path) -> None:
    text = (ROOT / "csrc" / "base" / "atb_status.h").read_text("utf-8")
    rows = re.findall(r"ATB_(\w+) = (\d+)", text)
    head = '#include <stdio.h>\n#include "atb/types.h"\n'
    found = printed(COMPILER, tmp_path / "statuses.cpp", head, [f"atb::{name}" for name, _ in rows])
    assert found == [value for _, value in rows]
    assert len(rows) > 10
