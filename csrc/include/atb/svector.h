/* SPDX-License-Identifier: Apache-2.0 */
/*
 * atb/svector.h: SVector, a list of up to 256 members, of which 64 lie in the list itself.
 *
 * Lists of up to 64 members need no memory beside them. What would have more than 256, or is asked
 * for a member that it does not have, throws.
 */
#ifndef ATB_SVECTOR_H
#define ATB_SVECTOR_H

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <new>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace atb
{

constexpr std::size_t MAX_SVECTOR_SIZE = 256;
constexpr std::size_t DEFAULT_SVECTOR_SIZE = 64;
constexpr bool CHECK_BOUND = true;

/* Thrown where a list would have more members than it can. */
struct MaxSizeExceeded : public std::exception {};

template <class T> class SVector
{
  public:
    SVector() = default;

    SVector(std::initializer_list<T> list)
    {
        assign(list.begin(), list.size());
    }

    /* size copies of a value. */
    explicit SVector(std::size_t size, const T &value = T())
    {
        resize(size);
        for (T &member : *this)
            member = value;
    }

    SVector(const SVector &other)
    {
        assign(other.begin(), other.size());
    }

    ~SVector()
    {
        release();
    }

    SVector &operator=(std::initializer_list<T> list)
    {
        assign(list.begin(), list.size());
        return *this;
    }

    SVector &operator=(const SVector &other)
    {
        if (this != &other)
            assign(other.begin(), other.size());
        return *this;
    }

    void push_back(const T &value)
    {
        T copy(value);
        resize(size_ + 1);
        data()[size_ - 1] = copy;
    }

    void insert(const std::size_t place, const T &value)
    {
        if (place > size_)
            throw std::out_of_range("SVector::insert: no such place");
        T copy(value);
        resize(size_ + 1);
        for (std::size_t i = size_ - 1; i > place; i--)
            data()[i] = data()[i - 1];
        data()[place] = copy;
    }

    /* Members that are added hold what was there. */
    void resize(std::size_t size)
    {
        make_room(size);
        size_ = size;
    }

    /* Makes room; the members stay. */
    void reserve(std::size_t size)
    {
        make_room(size);
    }

    void clear() noexcept
    {
        size_ = 0;
    }

    std::size_t size() const noexcept
    {
        return size_;
    }

    bool empty() const noexcept
    {
        return size_ == 0;
    }

    T *data() noexcept
    {
        return outside_ != nullptr ? outside_ : inside_;
    }

    const T *data() const noexcept
    {
        return outside_ != nullptr ? outside_ : inside_;
    }

    T *begin() noexcept
    {
        return data();
    }

    const T *begin() const noexcept
    {
        return data();
    }

    T *end() noexcept
    {
        return data() + size_;
    }

    const T *end() const noexcept
    {
        return data() + size_;
    }

    T &at(std::size_t place)
    {
        check(place);
        return data()[place];
    }

    const T &at(std::size_t place) const
    {
        check(place);
        return data()[place];
    }

    T &operator[](std::size_t place)
    {
        return at(place);
    }

    const T &operator[](std::size_t place) const
    {
        return at(place);
    }

    bool operator==(const SVector &other) const
    {
        bool same = size_ == other.size_;
        for (std::size_t i = 0; same && i < size_; i++)
            same = data()[i] == other.data()[i];
        return same;
    }

    bool operator!=(const SVector &other) const
    {
        return !(*this == other);
    }

    /* By size, then by the first members that differ. */
    bool operator<(const SVector &other) const
    {
        if (size_ != other.size_)
            return size_ < other.size_;
        for (std::size_t i = 0; i < size_; i++)
            if (data()[i] != other.data()[i])
                return data()[i] < other.data()[i];
        return false;
    }

  private:
    void check(std::size_t place) const
    {
        if (place >= size_)
            throw std::out_of_range("SVector: no such member");
    }

    void assign(const T *members, std::size_t size)
    {
        resize(size);
        for (std::size_t i = 0; i < size; i++)
            data()[i] = members[i];
    }

    /* The library may have made the room, with malloc. */
    void make_room(std::size_t size)
    {
        if (size > MAX_SVECTOR_SIZE)
            throw MaxSizeExceeded();
        if (size <= DEFAULT_SVECTOR_SIZE || (outside_ != nullptr && size <= capacity_))
            return;
        T *room = static_cast<T *>(std::malloc(MAX_SVECTOR_SIZE * sizeof(T)));
        if (room == nullptr)
            throw std::bad_alloc();
        for (std::size_t i = 0; i < MAX_SVECTOR_SIZE; i++)
            new (&room[i]) T();
        for (std::size_t i = 0; i < size_; i++)
            room[i] = data()[i];
        release();
        outside_ = room;
        capacity_ = MAX_SVECTOR_SIZE;
    }

    void release() noexcept
    {
        for (std::size_t i = 0; outside_ != nullptr && i < capacity_; i++)
            outside_[i].~T();
        std::free(outside_);
        outside_ = nullptr;
    }

    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    T inside_[DEFAULT_SVECTOR_SIZE + 1] = {};
    T *outside_ = nullptr;
};

/* Members with commas between them. */
template <class T> std::ostream &operator<<(std::ostream &stream, const SVector<T> &list)
{
    const char *between = "";
    for (const T &member : list) {
        stream << between << member;
        between = ",";
    }
    return stream;
}

} /* namespace atb */

#endif
