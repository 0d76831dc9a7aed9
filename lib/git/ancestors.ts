import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const INTERVAL = 500;

/** Processes between a hook and its git: a shell, a hook manager and what it starts. */
const MOST = 8;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Tells a process from a later one with the same number. */
  readonly started: string;
  readonly dead: boolean;
}

/** A process as Linux describes it in /proc; null where it is gone, or the system has no such folder. */
const readProcess = (pid: number): Process | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; the state, the parent and the rest follow.
    const end = text.lastIndexOf(')');
    const [state = '', parent = '0', ...rest] = text.slice(end + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, end);
    return { pid, parent: Number(parent), name, started: rest[17] ?? '', dead: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
};

/** The processes from this one's parent up to the git that runs the hook; none where there is no git among them. */
const upToGit = (): Process[] => {
  const chain: Process[] = [];
  for (let at = readProcess(process.ppid); at && chain.length < MOST; at = readProcess(at.parent)) {
    chain.push(at);
    if (at.name === 'git') return chain;
  }
  return [];
};

const lives = ({ pid, started }: Process): boolean => {
  const now = readProcess(pid);
  return now !== null && !now.dead && now.started === started;
};

/**
 * Calls `onGone` once the git that runs this hook has died: git does not pass signals on, and a review that nobody waits
 * for must not go on. Where a hook manager stands between, its shells outlive git; on Linux all of them are watched,
 * elsewhere only the parent. Does not keep the process alive.
 */
export const watchGit = (onGone: () => void): void => {
  const parent = process.ppid;
  const chain = upToGit();
  const timer = setInterval(() => {
    if (process.ppid === parent && chain.every(lives)) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL);
  timer.unref();
};
