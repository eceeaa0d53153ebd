// SPDX-License-Identifier: Apache-2.0
// ge::: the texts and registers that are carried out, and functions that refuse.
#include <cstring>

#include "cann.hpp"

using ge::AscendString;

static void strings() {
  AscendString none;
  AscendString null(nullptr);
  AscendString empty("");
  AscendString a("abc");
  AscendString copy = a;
  AscendString b(std::string("abd").c_str());
  CHECK(std::strcmp(none.GetString(), "") == 0 && none.GetLength() == 0);
  CHECK(none == null && none != empty && none < empty && !(empty < none));
  CHECK(std::strcmp(a.GetString(), "abc") == 0 && a.GetLength() == 3);
  CHECK(copy == a && copy.GetString() == a.GetString());
  CHECK(a < b && b > a && a <= b && b >= a && a <= copy && a >= copy && a != b && !(a < copy));
  CHECK(a == "abc" && a != "abd" && !(a != "abc"));
  CHECK(a.Hash() == AscendString("abc").Hash() && a.Hash() != b.Hash());
  CHECK(AscendString("xabcabc").Find(a) == 1);
  CHECK(b.Find(a) == std::string::npos && a.Find(none) == std::string::npos);
  CHECK(AscendString("abcdef", 3) == a);
  std::map<AscendString, AscendString> map;
  for (int i = 0; i < 100; i++) map[std::to_string(i).c_str()] = AscendString(std::to_string(i * i).c_str());
  CHECK(map.size() == 100 && map.at("12") == "144");
  std::shared_ptr<AscendString> shared(new AscendString(a));
  a = b;
  CHECK(*shared == "abc" && a == "abd");
}

static void statuses() {
  auto &texts = ge::StatusFactory::Instance()->texts;
  CHECK(texts.empty());
  for (uint32_t i = 0; i < 50; i++) texts[i * 7 % 50] = "a status whose text does not fit into the string itself";
  CHECK(texts.size() == 50 && texts.begin()->first == 0 && texts.rbegin()->first == 49);
  CHECK(&ge::StatusFactory::Instance()->texts == &texts);
  texts.clear();
}

static void refusals() {
  CHECK(ge::GEGetErrorMsgV2() == "");
  ge::Session session;
  CHECK(session.CompileGraph(1) == 0xFFFFFFFF);
  AscendString text = ge::GEGetErrorMsgV2();
  CHECK(std::strstr(text.GetString(), "ge::Session::CompileGraph(unsigned int): not implemented") != nullptr);
  CHECK(ge::GEGetErrorMsgV2() == "");
  CHECK(ge::GEGetWarningMsgV2() == "");
  ge::Graph graph("name");
  ge::Graph copy = graph;
  CHECK(copy.GetAllNodes().empty());
  text = ge::GEGetErrorMsgV2();
  CHECK(std::strstr(text.GetString(), "ge::Graph::Graph(char const*): ") != nullptr);
  CHECK(std::strstr(text.GetString(), "ge::Graph::GetAllNodes() const: ") != nullptr);
}

static void operators() {
  CHECK(ge::OperatorFactory::IsExistOp("Conv2D"));
  CHECK(!ge::OperatorFactory::IsExistOp("NoSuchOperator") && !ge::OperatorFactory::IsExistOp(nullptr));
  ge::Operator made = ge::OperatorFactory::CreateOperator("a", "Conv2D");
  int64_t value = 3;
  CHECK(made.GetAttr("groups", value) == 0xFFFFFFFF && value == 3);
  CHECK(ge::GEGetErrorMsgV2() == "");
  std::unique_ptr<ge::Operator> other(new ge::Operator("Conv2D"));
  CHECK(&other->SetAttr("groups", 2) == other.get());
  CHECK(ge::GEGetErrorMsgV2() != "");
}

int main() {
  strings();
  statuses();
  refusals();
  operators();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
