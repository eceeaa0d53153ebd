// SPDX-License-Identifier: Apache-2.0
// The figures of products, with either layout of std::string. They are those of CANN's
// platform_config: Ascend910B2.ini, Ascend910B4.ini, Ascend910A.ini, Ascend950PR_9589.ini.
#include "cann.hpp"

using fe::LocalMemType;

static uint64_t bytes(fe::PlatFormInfos &infos, LocalMemType memory) {
  uint64_t size = 1;
  infos.GetLocalMemSize(memory, size);
  return size;
}

static std::string value(fe::PlatFormInfos &infos, const char *label, const char *key) {
  std::string found = "a text that is longer than what fits into the string itself";
  CHECK(infos.GetPlatformRes(label, key, found));
  return found;
}

static fe::PlatFormInfos of(const char *product) {
  fe::PlatFormInfos infos;
  fe::OptionalInfos optional;
  CHECK(fe::PlatformInfoManager::GeInstance().GetPlatformInfos(product, infos, optional) == 0);
  return infos;
}

static void ascend910b2() {
  fe::PlatformInfoManager &manager = fe::PlatformInfoManager::Instance();
  fe::PlatFormInfos infos;
  CHECK(manager.InitRuntimePlatformInfos("Ascend910B2") == 0);
  CHECK(manager.GetRuntimePlatformInfosByDevice(0, infos) == 0);
  CHECK(bytes(infos, LocalMemType::UB) == 196608);
  CHECK(bytes(infos, LocalMemType::L0_A) == 65536);
  CHECK(bytes(infos, LocalMemType::L0_B) == 65536);
  CHECK(bytes(infos, LocalMemType::L0_C) == 131072);
  CHECK(bytes(infos, LocalMemType::L1) == 524288);
  CHECK(bytes(infos, LocalMemType::L2) == 201326592);
  CHECK(bytes(infos, LocalMemType::HBM) == 68719476736);
  CHECK(bytes(infos, LocalMemType::RESERVED) == 0);
  uint64_t rate;
  infos.GetLocalMemBw(LocalMemType::L2, rate);
  CHECK(rate == 110);
  infos.GetLocalMemBw(LocalMemType::HBM, rate);
  CHECK(rate == 32);
  infos.GetLocalMemBw(LocalMemType::UB, rate);
  CHECK(rate == 0);
  CHECK(infos.GetCoreNum() == 0);
  infos.SetCoreNumByCoreType("VectorCore");
  CHECK(infos.GetCoreNum() == 48);
  infos.SetCoreNumByCoreType("AiCore");
  CHECK(infos.GetCoreNum() == 24);
  CHECK(infos.GetCoreNumByType("AIV") == 48);
  CHECK(value(infos, "version", "SoC_version") == "Ascend910B2");
  CHECK(value(infos, "version", "Short_SoC_version") == "Ascend910B");
  CHECK(value(infos, "version", "NpuArch") == "2201");
  CHECK(value(infos, "SoCInfo", "core_type_list") == "CubeCore,VectorCore");
  CHECK(value(infos, "SoCInfo", "cube_core_cnt") == "24");
  CHECK(value(infos, "AICoreSpec", "ub_size") == "196608");
  CHECK(value(infos, "DtypeMKN", "DT_INT8") == "16,32,16");
  std::string kept = "kept";
  CHECK(!infos.GetPlatformResWithLock("SoCInfo", "no_such_key", kept) && kept == "kept");
  const fe::PlatFormInfos copy = infos;
  CHECK(copy.GetCoreNum() == 24);
}

static void others() {
  fe::PlatFormInfos b4 = of("Ascend910B4");
  CHECK(value(b4, "SoCInfo", "vector_core_cnt") == "40");
  CHECK(bytes(b4, LocalMemType::L2) == 100663296);
  CHECK(value(b4, "AICoreSpec", "cube_freq") == "1500");
  fe::PlatFormInfos a = of("Ascend910");
  CHECK(value(a, "version", "SoC_version") == "Ascend910A");
  CHECK(value(a, "SoCInfo", "ai_core_cnt") == "32");
  CHECK(value(a, "SoCInfo", "vector_core_cnt") == "0");
  CHECK(bytes(a, LocalMemType::UB) == 262144);
  CHECK(bytes(a, LocalMemType::L0_C) == 262144);
  fe::PlatFormInfos ascend950 = of("Ascend950");
  CHECK(value(ascend950, "version", "NpuArch") == "3510");
  CHECK(bytes(ascend950, LocalMemType::UB) == 253952);
  CHECK(value(ascend950, "AICoreSpec", "bt_size") == "4096");
  fe::PlatFormInfos none;
  fe::OptionalInfos optional;
  fe::PlatformInfoManager &manager = fe::PlatformInfoManager::Instance();
  CHECK(manager.GetPlatformInfos("Ascend999", none, optional) == 0xFFFFFFFF);
  CHECK(manager.InitRuntimePlatformInfos("Ascend999") == 0xFFFFFFFF);
  CHECK(bytes(none, LocalMemType::UB) == 0);
}

int main() {
  ascend910b2();
  others();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
