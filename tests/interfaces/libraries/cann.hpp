// SPDX-License-Identifier: Apache-2.0
// Classes of CANN's other libraries, as far as programs see their members.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ge {
class AscendString {
 public:
  AscendString() = default;
  ~AscendString() = default;
  AscendString(const char *name);
  AscendString(const char *name, size_t length);
  const char *GetString() const;
  size_t GetLength() const;
  size_t Find(const AscendString &part) const;
  size_t Hash() const;
  bool operator<(const AscendString &other) const;
  bool operator>(const AscendString &other) const;
  bool operator<=(const AscendString &other) const;
  bool operator>=(const AscendString &other) const;
  bool operator==(const AscendString &other) const;
  bool operator!=(const AscendString &other) const;
  bool operator==(const char *other) const;
  bool operator!=(const char *other) const;

 private:
  std::shared_ptr<std::string> name_;
};

AscendString GEGetErrorMsgV2();
AscendString GEGetWarningMsgV2();

class StatusFactory {
 public:
  static StatusFactory *Instance();
  std::map<uint32_t, std::string> texts;
};

class Graph {
 public:
  explicit Graph(const char *name);
  std::vector<std::shared_ptr<int>> GetAllNodes() const;

 private:
  std::shared_ptr<int> parts_{nullptr};
};

class Operator {
 public:
  explicit Operator(const char *type);
  virtual ~Operator() = default;
  Operator &SetAttr(const char *name, int64_t value);
  uint32_t GetAttr(const char *name, int64_t &value) const;

 private:
  std::shared_ptr<int> parts_{nullptr};
};

class OperatorFactory {
 public:
  static Operator CreateOperator(const char *name, const char *type);
  static bool IsExistOp(const char *type);
};

class Session {
 public:
  uint32_t CompileGraph(uint32_t graph);
  uint64_t id = 0;
};
}  // namespace ge

namespace fe {
enum class LocalMemType { L0_A, L0_B, L0_C, L1, L2, UB, HBM, RESERVED };

class PlatFormInfos {
 public:
  bool GetPlatformRes(const std::string &label, const std::string &key, std::string &value);
  bool GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &value);
  uint32_t GetCoreNum() const;
  void GetLocalMemSize(const LocalMemType &memory, uint64_t &size);
  void GetLocalMemBw(const LocalMemType &memory, uint64_t &rate);
  void SetCoreNumByCoreType(const std::string &type);
  uint32_t GetCoreNumByType(const std::string &type);

 private:
  uint32_t cores_{0};
  std::shared_ptr<int> product_{nullptr};
};

class OptionalInfos {
  std::shared_ptr<int> parts_{nullptr};
};

class PlatformInfoManager {
 public:
  static PlatformInfoManager &Instance();
  static PlatformInfoManager &GeInstance();
  uint32_t InitRuntimePlatformInfos(const std::string &product);
  uint32_t GetRuntimePlatformInfosByDevice(const uint32_t &device, PlatFormInfos &infos, bool copy = false);
  uint32_t GetPlatformInfos(const std::string product, PlatFormInfos &infos, OptionalInfos &optional);
};
}  // namespace fe

inline int failures = 0;

inline void check(bool holds, const char *what, int line) {
  if (!holds) {
    std::printf("line %d: %s\n", line, what);
    failures++;
  }
}

#define CHECK(condition) check((condition), #condition, __LINE__)
