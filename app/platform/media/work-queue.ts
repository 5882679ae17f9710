/** Runs one piece of work at a time: what someone waits for before what can wait. */
export interface WorkQueue {
  /**
   * @param key names the work for `prioritize`; it is in the queue once at most
   * @param urgent whether someone waits for it
   * @returns what the work gives; undefined where the queue was closed before it began
   */
  run<Result>(key: string, urgent: boolean, work: () => Promise<Result>): Promise<Result | undefined>;
  /** Someone waits for it by now. */
  prioritize(key: string): void;
  /** Lets go of what has not begun; resolves when nothing runs. */
  close(): Promise<void>;
}

interface Job {
  start: () => Promise<void>;
  abandon: () => void;
}

export function createWorkQueue(): WorkQueue {
  // Maps keep the order of insertion.
  const urgentJobs = new Map<string, Job>();
  const patientJobs = new Map<string, Job>();
  let running: Promise<void> | undefined;
  let closed = false;

  const next = () => {
    if (running) return;
    const jobs = urgentJobs.size > 0 ? urgentJobs : patientJobs;
    const [first] = jobs;
    if (!first) return;
    const [key, job] = first;
    jobs.delete(key);
    running = job.start().finally(() => {
      running = undefined;
      next();
    });
  };

  return {
    run(key, urgent, work) {
      return new Promise((resolve, reject) => {
        if (closed) return resolve(undefined);
        (urgent ? urgentJobs : patientJobs).set(key, {
          start: () => work().then(resolve, reject),
          abandon: () => resolve(undefined),
        });
        next();
      });
    },
    prioritize(key) {
      const job = patientJobs.get(key);
      if (!job) return;
      patientJobs.delete(key);
      urgentJobs.set(key, job);
    },
    async close() {
      closed = true;
      for (const jobs of [urgentJobs, patientJobs]) {
        for (const { abandon } of jobs.values()) abandon();
        jobs.clear();
      }
      await running;
    },
  };
}
