#pragma once

#include <filesystem>
#include <string>

namespace partita {

/// The name `wish` if it is free, otherwise with the first number from `first` on behind it that makes it
/// free: "conv", "conv_2". `isFree(name)`: whether nothing has the name.
template <class IsFree>
std::string numberedName(const std::string& wish, int first, const IsFree& isFree) {
    std::string name = wish;
    for (int number = first; !isFree(name); ++number)
        name = wish + "_" + std::to_string(number);
    return name;
}

/// The same for the path of a file: "data/weights.bin", "data/weights_2.bin".
template <class IsFree> std::string numberedFile(const std::string& wish, const IsFree& isFree) {
    const std::filesystem::path own(wish);
    std::string name = wish;
    for (int number = 2; !isFree(name); ++number)
        name = (own.parent_path() /
                (own.stem().string() + "_" + std::to_string(number) + own.extension().string()))
                   .string();
    return name;
}

} // namespace partita
