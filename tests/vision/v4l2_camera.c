// A camera on a cable that is not there: loaded before everything else (LD_PRELOAD), it answers
// what the kernel's V4L2 driver would, with the structures of <linux/videodev2.h>.
//
// KOZYR_FAKE_VIDEO   folder of device nodes; a file in it that says "camera" is a camera
// KOZYR_FAKE_LOG     file to which formats and controls are written as they are set
// KOZYR_FAKE_JPEG    pictures to send by turns: WIDTHxHEIGHT is put in the place of the %s, 0 or 1
//                    in that of the %d
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define BUFFERS 8
static const struct { uint32_t width, height; } kSizes[] = {{640, 480}, {1280, 720}, {1920, 1080}};
static struct { uint32_t id; const char* name; int32_t value, most; } controls[] = {
    {V4L2_CID_FOCUS_AUTO, "focus_auto", 1, 1},
    {V4L2_CID_FOCUS_ABSOLUTE, "focus_absolute", 35, 250},
    {V4L2_CID_EXPOSURE_AUTO, "exposure_auto", V4L2_EXPOSURE_APERTURE_PRIORITY, 3},
    {V4L2_CID_EXPOSURE_ABSOLUTE, "exposure_absolute", 157, 2047},
    {V4L2_CID_AUTO_WHITE_BALANCE, "white_balance_automatic", 1, 1},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, "white_balance_temperature", 4000, 6500},
};

static int camera = -1;
static char node[4096];
static uint32_t width = 640, height = 480, fourcc = V4L2_PIX_FMT_YUYV;
static uint8_t* memory[BUFFERS];
static uint32_t queued[BUFFERS], queue_length;
static size_t picture_length[2];
static uint8_t picture[2][4 << 20];

static void note(const char* format, ...) {
  const char* path = getenv("KOZYR_FAKE_LOG");
  FILE* log = path ? fopen(path, "a") : NULL;
  if (!log) return;
  va_list values;
  va_start(values, format);
  vfprintf(log, format, values);
  va_end(values);
  fclose(log);
}

// A device node may be named by a link, as /dev/v4l/by-id does.
static int is_camera(const char* path, char* real) {
  const char* folder = getenv("KOZYR_FAKE_VIDEO");
  char folder_at[4096];
  if (!folder || !realpath(folder, folder_at) || !realpath(path, real)) return 0;
  return !strncmp(real, folder_at, strlen(folder_at));
}

static int plugged(void) { return !access(node, F_OK); }

static int open_camera(const char* real) {
  snprintf(node, sizeof node, "%s", real);
  width = 640, height = 480, fourcc = V4L2_PIX_FMT_YUYV, queue_length = 0;
  camera = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  const struct itimerspec pace = {{0, 33333333}, {0, 33333333}};
  timerfd_settime(camera, 0, &pace, NULL);
  note("open %s\n", strrchr(real, '/') + 1);
  return camera;
}

static int open_any(const char* symbol, const char* path, int flags, mode_t mode) {
  char real[4096];
  if (is_camera(path, real)) return open_camera(real);
  int (*next)(const char*, int, ...) = (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, symbol);
  return next(path, flags, mode);
}

#define OPENER(name)                            \
  int name(const char* path, int flags, ...) {  \
    va_list values;                             \
    va_start(values, flags);                    \
    const mode_t mode = va_arg(values, mode_t); \
    va_end(values);                             \
    return open_any(#name, path, flags, mode);  \
  }
OPENER(open)
OPENER(open64)

void* mmap64(void* at, size_t length, int protection, int flags, int file, off64_t offset) {
  static void* (*next)(void*, size_t, int, int, int, off64_t);
  if (!next) next = (void* (*)(void*, size_t, int, int, int, off64_t))dlsym(RTLD_NEXT, "mmap64");
  if (file < 0 || file != camera) return next(at, length, protection, flags, file, offset);
  void* got = next(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[offset / sizeof *picture] = got;
  return got;
}
void* mmap(void* at, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap64(at, length, protection, flags, file, offset);
}

static void load_picture(void) {
  char size[32], path[4096];
  snprintf(size, sizeof size, "%ux%u", width, height);
  for (int turn = 0; turn < 2; ++turn) {
    snprintf(path, sizeof path, getenv("KOZYR_FAKE_JPEG"), size, turn);
    FILE* file = fopen(path, "rb");
    picture_length[turn] = file ? fread(picture[turn], 1, sizeof *picture, file) : 0;
    if (file) fclose(file);
  }
}

static void set_format(struct v4l2_format* format) {
  struct v4l2_pix_format* wanted = &format->fmt.pix;
  const int motion = wanted->pixelformat == V4L2_PIX_FMT_MJPEG;
  size_t best = 0;
  for (size_t i = 0; i < sizeof kSizes / sizeof *kSizes; ++i) {
    const int fits = kSizes[i].width <= wanted->width && kSizes[i].height <= wanted->height;
    if (fits && (motion || i == 0)) best = i;  // as over USB 2: no large pictures without MJPEG
  }
  width = kSizes[best].width, height = kSizes[best].height;
  fourcc = motion ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUYV;
  load_picture();
}

static void tell_format(struct v4l2_format* format) {
  struct v4l2_pix_format* told = &format->fmt.pix;
  memset(told, 0, sizeof *told);
  told->width = width, told->height = height, told->pixelformat = fourcc;
  told->field = V4L2_FIELD_NONE;
  told->bytesperline = fourcc == V4L2_PIX_FMT_YUYV ? 2 * width : 0;
  told->sizeimage = 2 * width * height;
}

static int control(uint32_t id) {
  for (size_t i = 0; i < sizeof controls / sizeof *controls; ++i) {
    if (controls[i].id == id) return (int)i;
  }
  return -1;
}

static int refuse(int why) {
  errno = why;
  return -1;
}

static int dequeue(struct v4l2_buffer* buffer) {
  uint64_t ticks;
  static uint32_t sequence;
  if (!plugged()) return refuse(ENODEV);
  if (!queue_length || read(camera, &ticks, sizeof ticks) < 0) return refuse(EAGAIN);
  const uint32_t index = queued[0];
  memmove(queued, queued + 1, sizeof *queued * --queue_length);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  memset(buffer, 0, sizeof *buffer);
  buffer->index = index;
  buffer->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer->memory = V4L2_MEMORY_MMAP;
  buffer->flags = V4L2_BUF_FLAG_MAPPED | V4L2_BUF_FLAG_DONE | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->sequence = sequence++;
  buffer->timestamp.tv_sec = now.tv_sec;
  buffer->timestamp.tv_usec = now.tv_nsec / 1000;
  buffer->length = sizeof *picture;
  const int turn = sequence % 2;
  if (fourcc == V4L2_PIX_FMT_MJPEG) {
    buffer->bytesused = (uint32_t)picture_length[turn];
    memcpy(memory[index], picture[turn], picture_length[turn]);
  } else {
    buffer->bytesused = 2 * width * height;
    memset(memory[index], 128 + turn, buffer->bytesused);
  }
  return 0;
}

static int answer(unsigned long request, void* value) {
  if (!plugged()) return refuse(ENODEV);
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability* told = value;
      memset(told, 0, sizeof *told);
      strcpy((char*)told->driver, "uvcvideo");
      strcpy((char*)told->card, "a camera that is not there");
      told->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS;
      told->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      return 0;
    }
    case VIDIOC_G_FMT:
      tell_format(value);
      return 0;
    case VIDIOC_S_FMT:
      set_format(value);
      tell_format(value);
      note("format %.4s %ux%u\n", (const char*)&fourcc, width, height);
      return 0;
    case VIDIOC_TRY_FMT:
      tell_format(value);
      return 0;
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      struct v4l2_streamparm* rate = value;
      rate->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
      rate->parm.capture.timeperframe = (struct v4l2_fract){1, 30};
      return 0;
    }
    case VIDIOC_REQBUFS: {
      struct v4l2_requestbuffers* wanted = value;
      if (wanted->count > BUFFERS) wanted->count = BUFFERS;
      queue_length = 0;
      return 0;
    }
    case VIDIOC_QUERYBUF: {
      struct v4l2_buffer* told = value;
      told->length = sizeof *picture;
      told->m.offset = told->index * sizeof *picture;
      return 0;
    }
    case VIDIOC_QBUF:
      if (queue_length == BUFFERS) return refuse(EINVAL);
      queued[queue_length++] = ((struct v4l2_buffer*)value)->index;
      return 0;
    case VIDIOC_DQBUF:
      return dequeue(value);
    case VIDIOC_STREAMON:
      return 0;
    case VIDIOC_STREAMOFF:
      queue_length = 0;
      return 0;
    case VIDIOC_QUERYCTRL: {
      struct v4l2_queryctrl* asked = value;
      const int known = control(asked->id);
      if (known < 0) return refuse(EINVAL);
      asked->type = V4L2_CTRL_TYPE_INTEGER;
      asked->minimum = 0, asked->maximum = controls[known].most, asked->step = 1;
      asked->default_value = controls[known].value, asked->flags = 0;
      return 0;
    }
    case VIDIOC_G_CTRL: {
      struct v4l2_control* asked = value;
      const int known = control(asked->id);
      if (known < 0) return refuse(EINVAL);
      asked->value = controls[known].value;
      return 0;
    }
    case VIDIOC_S_CTRL: {
      const struct v4l2_control* wanted = value;
      const int known = control(wanted->id);
      if (known < 0) return refuse(EINVAL);
      controls[known].value = wanted->value;
      note("control %s %d\n", controls[known].name, wanted->value);
      return 0;
    }
    default:
      note("unknown %c %lu\n", (int)_IOC_TYPE(request), (unsigned long)_IOC_NR(request));
      return refuse(ENOTTY);
  }
}

int ioctl(int file, unsigned long request, ...) {
  va_list values;
  va_start(values, request);
  void* value = va_arg(values, void*);
  va_end(values);
  if (file >= 0 && file == camera && _IOC_TYPE(request) == 'V') return answer(request, value);
  int (*next)(int, unsigned long, ...) =
      (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return next(file, request, value);
}

int close(int file) {
  if (file >= 0 && file == camera) camera = -1;
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
  return next(file);
}
