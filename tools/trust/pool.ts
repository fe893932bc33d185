import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Subject, Told } from './run-one.ts';

/** A subject on its way to a thread. */
export interface Order {
  readonly ticket: number;
  readonly subject: Subject;
}

/** What a thread made of it. */
export type Delivery =
  { readonly ticket: number; readonly told: Told } | { readonly ticket: number; readonly failure: string };

/** Servers that one thread judges side by side. */
const SIDE_BY_SIDE = 3;

interface Waiting {
  readonly subject: Subject;
  readonly resolve: (told: Told) => void;
  readonly reject: (error: Error) => void;
}

/** Threads that judge subjects, each as soon as one is free; they start with the first subject. */
export class Pool {
  readonly #jobs: number;
  readonly #idle: Worker[] = [];
  readonly #workers: Worker[] = [];
  readonly #queue: Waiting[] = [];
  readonly #underWay = new Map<number, { readonly job: Waiting; readonly worker: Worker }>();
  #tickets = 0;

  /** @param jobs threads, at least one */
  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  /** Judges a subject; rejects only where the kit itself failed. */
  judge(subject: Subject): Promise<Told> {
    if (this.#workers.length === 0) this.#start();
    return new Promise((resolve, reject) => {
      this.#queue.push({ subject, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(): void {
    const script = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
    for (let job = 0; job < this.#jobs; job += 1) {
      const worker = new Worker(script);
      worker.on('message', (delivery: Delivery) => this.#settle(delivery));
      worker.on('error', (error) => this.#abandon(worker, error));
      this.#workers.push(worker);
    }
    // Every thread gets its first server before one gets its second.
    for (let slot = 0; slot < SIDE_BY_SIDE; slot += 1) this.#idle.push(...this.#workers);
  }

  #next(): void {
    const job = this.#queue[0];
    if (job === undefined) return;
    const worker = this.#idle.shift();
    if (worker === undefined) return;
    this.#queue.shift();
    const ticket = this.#tickets;
    this.#tickets += 1;
    this.#underWay.set(ticket, { job, worker });
    worker.postMessage({ ticket, subject: job.subject } satisfies Order, []);
  }

  #settle(delivery: Delivery): void {
    const entry = this.#underWay.get(delivery.ticket);
    if (entry === undefined) return;
    this.#underWay.delete(delivery.ticket);
    this.#idle.push(entry.worker);
    if ('told' in delivery) entry.job.resolve(delivery.told);
    else entry.job.reject(new Error(delivery.failure));
    this.#next();
  }

  /** A thread that died takes what it had under way with it; nothing else is sent to it. */
  #abandon(worker: Worker, error: Error): void {
    for (const [ticket, entry] of this.#underWay) {
      if (entry.worker !== worker) continue;
      this.#underWay.delete(ticket);
      entry.job.reject(error);
    }
    for (const job of this.#queue.splice(0)) job.reject(error);
  }
}
