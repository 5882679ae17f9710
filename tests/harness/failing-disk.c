// Calls of the C library that change files below FAILING_DIRECTORY fail as on a disk that is full, read-only or cannot be
// synced, while the first byte of FAILING_SWITCH says so. Preloaded into a server by failing-disk.ts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WORKS = 'w', FULL = 'f', READ_ONLY = 'r', UNSYNCED = 's' };

static const char *directory = "";
static const volatile char *state = "w";

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAILING_SWITCH");
  int fd = path ? open(path, O_RDONLY) : -1;
  if (fd < 0) return;
  void *shared = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (shared == MAP_FAILED) return;
  directory = getenv("FAILING_DIRECTORY");
  state = shared;
}

static int is_below(const char *path) {
  return path && *directory && strncmp(path, directory, strlen(directory)) == 0;
}

static int is_open_below(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

/** Operations that take space or change files. */
static int refused_write(void) {
  if (*state == FULL) errno = ENOSPC;
  else if (*state == READ_ONLY) errno = EROFS;
  else return 0;
  return 1;
}

/** What frees space: only a read-only disk refuses it. */
static int refused_removal(void) {
  if (*state != READ_ONLY) return 0;
  errno = EROFS;
  return 1;
}

static int refused_sync(void) {
  if (*state == UNSYNCED) errno = EIO;
  else if (*state == READ_ONLY) errno = EROFS;
  else return 0;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define ON_FD(refused, type, name, parameters, ...)                      \
  type name parameters {                                                 \
    if (*state != WORKS && is_open_below(fd) && refused()) return -1;    \
    return REAL(name)(__VA_ARGS__);                                      \
  }

#define ON_PATH(refused, name, parameters, ...)                          \
  int name parameters {                                                  \
    if (*state != WORKS && is_below(path) && refused()) return -1;       \
    return REAL(name)(__VA_ARGS__);                                      \
  }

ON_FD(refused_write, ssize_t, write, (int fd, const void *bytes, size_t count), fd, bytes, count)
ON_FD(refused_write, ssize_t, writev, (int fd, const struct iovec *parts, int count), fd, parts, count)
ON_FD(refused_write, ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t at), fd, bytes, count, at)
ON_FD(refused_write, ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t at), fd, parts, count, at)
ON_FD(refused_write, ssize_t, pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), fd, parts, count, at)
ON_FD(refused_removal, int, ftruncate64, (int fd, off64_t length), fd, length)
ON_FD(refused_sync, int, fsync, (int fd), fd)
ON_FD(refused_sync, int, fdatasync, (int fd), fd)
ON_PATH(refused_removal, unlink, (const char *path), path)
ON_PATH(refused_removal, rename, (const char *path, const char *to), path, to)
ON_PATH(refused_write, mkdir, (const char *path, mode_t mode), path, mode)

/** On a full disk an existing file can be opened for writing, but no file created; a read-only disk refuses both. */
static int refused_open(const char *path, int flags) {
  if (*state == WORKS || !is_below(path)) return 0;
  if (*state == READ_ONLY) return (flags & (O_ACCMODE | O_CREAT)) != O_RDONLY && refused_write();
  return *state == FULL && (flags & O_CREAT) && access(path, F_OK) != 0 && refused_write();
}

#define ON_OPEN(name)                                                    \
  int name(const char *path, int flags, ...) {                           \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;            \
    va_end(rest);                                                        \
    if (refused_open(path, flags)) return -1;                            \
    return REAL(name)(path, flags, mode);                                \
  }

ON_OPEN(open)
ON_OPEN(open64)
