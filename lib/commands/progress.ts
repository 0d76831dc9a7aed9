import type { Progress, Step } from '../progress.ts';
import { excerpt } from '../text/visible.ts';

/** Where progress is written, and what it is told of the terminal. */
export interface Outlet {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Milliseconds since the process started, and timers; a test brings its own. */
export interface Clock {
  readonly now: () => number;
  readonly every: (ms: number, work: () => void) => () => void;
  readonly after: (ms: number, work: () => void) => () => void;
}

// Neither timer keeps the process alive: what it waits for does.
const CLOCK: Clock = {
  now: () => process.uptime() * 1000,
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * In milliseconds. A run with something to review says so at the latest 300 ms after its start, unless it is over by then;
 * the margin is what a busy machine needs. A live line is drawn anew every second; elsewhere a line every ten seconds shows that nothing hangs.
 */
const FIRST = 250;
const REDRAW = 1_000;
const HEARTBEAT = 10_000;

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** "3 of 8, about 20 s left", as far as it is known. */
const aheadOf = (step: Step | undefined, since: number): string => {
  if (!step) return '';
  const place = step.total > 1 ? `, ${step.done + 1} of ${step.total}` : '';
  const left = step.msEach === null ? 0 : (step.total - step.done) * step.msEach - since;
  return left >= 1_000 ? `${place}, about ${seconds(left)} left` : place;
};

interface Stage {
  readonly text: string;
  readonly step: Step | undefined;
  readonly begun: number;
}

/** A line on a terminal that is rewritten; elsewhere a line for each stage, and heartbeats, since silence reads as a hang. */
export const openProgress = (stream: Outlet, env: NodeJS.ProcessEnv, clock: Clock = CLOCK): Progress => {
  const live = Boolean(stream.isTTY) && env['TERM'] !== 'dumb';
  let stage: Stage = { text: '', step: undefined, begun: clock.now() };
  let shown = false;
  let stopTicking: (() => void) | null = null;

  const lineOf = (elapsed: boolean): string => {
    const since = clock.now() - stage.begun;
    const waited = elapsed && since >= 1_000 ? `, ${seconds(since)}` : '';
    const room = Math.max(20, (stream.columns ?? 100) - 8);
    const tail = `${aheadOf(stage.step, since)}${waited}`;
    return `lgtm: ${excerpt(stage.text, Math.max(20, room - tail.length))}${tail}`;
  };
  const draw = (elapsed: boolean): void => {
    stream.write(live ? `\r\u001b[2K${lineOf(elapsed)}` : `${lineOf(elapsed)}\n`);
    shown = live;
  };
  const wipe = (): void => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  const show = (): void => {
    cancelFirst();
    draw(false);
    stopTicking?.();
    stopTicking = clock.every(live ? REDRAW : HEARTBEAT, () => draw(true));
  };
  let cancelFirst = (): void => undefined;
  return {
    begin: (text) => {
      stage = { text, step: undefined, begun: clock.now() };
      cancelFirst = clock.after(Math.max(0, FIRST - clock.now()), show);
    },
    stage: (text, step) => {
      stage = { text, step, begun: clock.now() };
      show();
    },
    say: (line) => {
      cancelFirst();
      wipe();
      stream.write(`lgtm: ${excerpt(line, 400)}\n`);
    },
    end: () => {
      cancelFirst();
      stopTicking?.();
      wipe();
    },
  };
};
