import { parentPort, workerData } from 'node:worker_threads';
import { api, applicationAction } from '../../app/paths.ts';
import { limits } from '../../app/shared/submission-rules.ts';

// A thread that sends applications with a résumé of maximum size and reports their total bytes.

export interface UploadOrder {
  readonly origin: string;
  readonly concurrency: number;
  /** Submissions per sender. */
  readonly rounds: number;
}

const { origin, concurrency, rounds } = workerData as UploadOrder;
const positions = await fetch(new URL(api.positions, origin));
const [position] = (await positions.json()) as { job_id: string }[];

const fields = {
  jobid: position?.job_id ?? '',
  jobrole: 'Bridge engineer',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  message: 'I would like to apply.',
};

const form = new FormData();
for (const [name, value] of Object.entries(fields)) form.append(name, value);
const firstLine = '%PDF-1.7\n';
form.append('resume', new Blob([firstLine, Buffer.alloc(limits.resumeBytes - firstLine.length)]), 'cv.pdf');
// Encoded once, because encoding the form must not count.
const prepared = new Response(form);
const headers = { 'content-type': prepared.headers.get('content-type') ?? '' };
const body = await prepared.arrayBuffer();

async function sendAll(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const response = await fetch(new URL(applicationAction, origin), { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`An upload got the response ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: concurrency }, sendAll));
parentPort?.postMessage(body.byteLength * concurrency * rounds);
