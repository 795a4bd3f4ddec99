/* Processes of a study, one per run: a crash costs one row. A child sends its row, and for a reference the poses, through a
 * pipe; it writes no files. */
#include "cli/study/study.h"

#include "cli/common/clock.h"
#include "cli/common/interrupt.h"
#include "cli/common/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  StudyRun   *run;
  const char *method; /* of a reference */
  double     *poses;
} Task;

typedef struct {
  pid_t  pid; /* 0: free */
  int    pipe;
  Task  *task;
  size_t got;
} Worker;

typedef struct {
  Study      *study;
  Task       *tasks;
  int         ntasks, next, done;
  Worker     *workers;
  size_t      bytes;  /* of one answer with poses */
  char       *answer; /* [jobs][bytes] */
  const char *what;
  Progress    progress;
  double      written, cost, cost_done;
} Pool;

static size_t poses_size(const Study *study)
{
  return (size_t)study->nbodies * POSE * sizeof(double);
}

/* --- the child */

/* Writes all bytes to the pipe; ends the process if the parent is gone. */
static void send_all(int fd, const void *data, size_t size)
{
  const char *at = data;

  while (size > 0) {
    const ssize_t n = write(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(1);
    at += n;
    size -= (size_t)n;
  }
}

/* Sends what a child prints to study.log. */
static void output_redirect(const Study *study)
{
  char path[PATH_LEN + 16];

  snprintf(path, sizeof path, "%s/study.log", study->dir);
  const int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0666);
  if (log < 0) return;
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  close(log);
}

/* Measures one run, sends the row, and ends the process. */
static void child_run(const Study *study, const Task *task, int fd)
{
  StudyRow row                    = task->run->row;
  char     bad_option[OPTION_LEN] = "";

  lock_leave(&study->results->files.lock); /* a child must not hold it when the parent is killed */
  output_redirect(study);
  PetscErrorCode ierr = PetscPushErrorHandler(command_on_error, bad_option);
  if (!ierr) ierr = study_measure(study, task->run, task->method, &row, task->poses);
  if (ierr && !bad_option[0]) _exit(1);
  if (bad_option[0]) {
    row.verdict = ROW_REFUSED;
    snprintf(row.message, ROW_TEXT, "%s", bad_option);
    message_mark(R0807_PETSC_OPTION, row.message, ROW_TEXT);
  }
  send_all(fd, &row, sizeof row);
  if (task->poses) send_all(fd, task->poses, poses_size(study));
  _exit(0);
}

/* --- the parent */

/* Forks a process for the next task. */
static bool worker_start(Pool *pool, Worker *worker)
{
  Task *task = &pool->tasks[pool->next];
  int   ends[2];

  if (pipe(ends) != 0) return false;
  fflush(NULL);
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (pid == 0) {
    close(ends[0]);
    child_run(pool->study, task, ends[1]);
  }
  close(ends[1]);
  *worker = (Worker){.pid = pid, .pipe = ends[0], .task = task};
  pool->next++;
  return true;
}

/* Copies the row that a child sent; a child that ended otherwise becomes a row `crashed`. */
static void answer_take(Pool *pool, Worker *worker, int status)
{
  const char  *answer = pool->answer + (size_t)(worker - pool->workers) * pool->bytes;
  const Task  *task   = worker->task;
  StudyRow    *row    = &task->run->row;
  double      *poses  = task->poses;
  const size_t wanted = sizeof *row + (poses ? poses_size(pool->study) : 0);

  if (worker->got == wanted && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    memcpy(row, answer, sizeof *row);
    if (poses) memcpy(poses, answer + sizeof *row, poses_size(pool->study));
  } else {
    row->verdict = ROW_CRASHED;
    if (WIFSIGNALED(status)) snprintf(row->message, ROW_TEXT, "ended by signal %d; see study.log", WTERMSIG(status));
    else snprintf(row->message, ROW_TEXT, "internal error, exit code %d; see study.log", WEXITSTATUS(status));
    message_mark(R1111_ROW_CRASHED, row->message, ROW_TEXT);
  }
  if (interrupted(NULL)) row->verdict = ROW_MISSING; /* the run may be incomplete */
  if (row->verdict == ROW_INTERRUPTED) row->verdict = ROW_MISSING;
}

/* Waits for the process, and takes its answer. */
static void worker_end(Pool *pool, Worker *worker)
{
  const Task *task   = worker->task;
  int         status = 0;

  close(worker->pipe);
  while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) continue;
  answer_take(pool, worker, status);
  pool->done++;
  pool->cost_done += task->run->cost;
  worker->pid = 0;
}

/* Reads from all pipes; the end of a pipe ends its worker. True: a worker ended. */
static bool workers_poll(Pool *pool, struct pollfd *fds)
{
  const int jobs  = pool->study->jobs;
  bool      ended = false;

  for (int i = 0; i < jobs; i++) fds[i] = (struct pollfd){pool->workers[i].pid ? pool->workers[i].pipe : -1, POLLIN, 0};
  if (poll(fds, (nfds_t)jobs, 200) <= 0) return false;
  for (int i = 0; i < jobs; i++) {
    Worker *worker = &pool->workers[i];
    if (!worker->pid || !fds[i].revents) continue;
    char         *to = pool->answer + (size_t)i * pool->bytes + worker->got;
    const ssize_t n  = read(worker->pipe, to, pool->bytes - worker->got);
    if (n > 0) worker->got += (size_t)n;
    else if (n == 0 || errno != EINTR) worker_end(pool, worker), ended = true;
  }
  return ended;
}

/* A bar with the share of the estimated cost, and the time left. */
static void bar_show(Pool *pool)
{
  enum { WIDTH = 30 };
  const double fraction = pool->cost_done / fmax(pool->cost, 1e-300);
  const int    full     = (int)(WIDTH * fraction);
  char         bar[WIDTH + 1];

  memset(bar, '.', WIDTH);
  memset(bar, '#', (size_t)(full < WIDTH ? full : WIDTH));
  bar[WIDTH] = '\0';
  progress_show(&pool->progress, fraction, "[%s] %d of %d %s", bar, pool->done, pool->ntasks, pool->what);
}

/* Writes the rows so far, at most every half second; not while references are computed. */
static bool rows_keep(Pool *pool)
{
  const double now = clock_seconds();

  if (pool->tasks[0].method || now - pool->written < 0.5) return true;
  pool->written = now;
  return study_tables_write(pool->study);
}

/* Runs all tasks. False: interrupted, or no process could be started. */
static bool pool_run(Pool *pool)
{
  const int      jobs = pool->study->jobs;
  struct pollfd *fds  = calloc((size_t)jobs, sizeof *fds);
  bool           good = fds && pool->workers && pool->answer;

  while (good && pool->done < pool->ntasks) {
    for (int i = 0; good && i < jobs && pool->next < pool->ntasks; i++)
      if (!pool->workers[i].pid) good = worker_start(pool, &pool->workers[i]);
    if (!good) message_say(R1110_STUDY_PROCESS, "rigel study: cannot start a process: %s", strerror(errno));
    if (workers_poll(pool, fds)) good = rows_keep(pool) && good;
    if (interrupted(NULL)) good = false;
    bar_show(pool);
  }
  for (int i = 0; pool->workers && i < jobs; i++)
    if (pool->workers[i].pid) {
      kill(pool->workers[i].pid, SIGKILL);
      worker_end(pool, &pool->workers[i]);
      pool->workers[i].task = NULL;
    }
  progress_end(&pool->progress);
  free(fds);
  return good;
}

/* Runs tasks in study->jobs processes at a time. */
static bool tasks_run(Study *study, Task *tasks, int ntasks, const char *what)
{
  Pool pool = {.study = study, .tasks = tasks, .ntasks = ntasks, .what = what};

  pool.bytes   = sizeof(StudyRow) + poses_size(study) + 1;
  pool.workers = calloc((size_t)study->jobs, sizeof *pool.workers);
  pool.answer  = calloc((size_t)study->jobs, pool.bytes);
  progress_begin(&pool.progress);
  pool.progress.wait = 0.0;
  for (int i = 0; i < ntasks; i++) pool.cost += tasks[i].run->cost;
  const bool good = pool_run(&pool);
  free(pool.workers);
  free(pool.answer);
  return good;
}

/* Computes the references that an earlier study has not left. */
bool study_references_run(Study *study)
{
  Task *tasks = calloc(2 * (size_t)study->nreferences + 1, sizeof *tasks);
  int   n     = 0;

  for (int r = 0; tasks && r < study->nreferences; r++)
    for (int j = 0; j < 2; j++) {
      StudyReference *reference = &study->references[r];
      if (reference->run[j].row.verdict == ROW_DONE) continue;
      tasks[n++] = (Task){&reference->run[j], study->reference_method[j], reference->poses[j]};
    }
  const bool good = tasks && (n == 0 || tasks_run(study, tasks, n, "references"));
  free(tasks);
  return good;
}

/* Measures the runs that have no row yet. */
bool study_runs_run(Study *study)
{
  Task *tasks = calloc((size_t)study->nruns, sizeof *tasks);
  int   n     = 0;

  for (int i = 0; tasks && i < study->nruns; i++)
    if (study->runs[i].row.verdict == ROW_MISSING) tasks[n++] = (Task){.run = &study->runs[i]};
  const bool good = tasks && (n == 0 || tasks_run(study, tasks, n, "runs"));
  free(tasks);
  return good;
}
