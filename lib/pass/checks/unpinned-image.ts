import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

const FROM = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*$/i;
const IMAGE = /^\s*(?:-\s+)?image:\s*["']?([\w./:@$\-{}]+)["']?\s*$/;

/** Lines around `image:` in which `build:` says that the name is given to what is built here. */
const AROUND = 4;

/** Names of images are lower case; what is not, such as the `Dockerfile` of an action, is a file. */
const isFile = (image: string): boolean => /[A-Z]/.test(image.replace(/[:@].*$/, ''));

/** True for a name without a digest and with no tag, or with the tag that moves by design. */
const floats = (image: string): boolean => {
  if (isFile(image) || image.includes('@sha256:') || image.includes('$') || image.toLowerCase() === 'scratch')
    return false;
  const tag = /:([^/:]+)$/.exec(image)?.[1];
  return tag === undefined || tag === 'latest';
};

function* inDockerfile(scan: Scan): Generator<Found> {
  const stages = new Set<string>();
  for (let line = 1; line <= scan.count(); line++) {
    const [, image, stage] = FROM.exec(scan.line('uncommented', line).slice(0, 400)) ?? [];
    if (image && !stages.has(image.toLowerCase()) && floats(image)) yield { line };
    if (stage) stages.add(stage.toLowerCase());
  }
}

const isBuiltHere = (scan: Scan, line: number): boolean => {
  for (let near = Math.max(1, line - AROUND); near <= Math.min(scan.count(), line + AROUND); near++)
    if (/^\s*build:/.test(scan.line('uncommented', near))) return true;
  return false;
};

function* inYaml(scan: Scan): Generator<Found> {
  for (let line = 1; line <= scan.count(); line++) {
    const image = IMAGE.exec(scan.line('uncommented', line).slice(0, 400))?.[1];
    const isPicture = /\.(?:png|jpe?g|svg|gif|webp|avif|ico)$/i.test(image ?? '') || image?.startsWith('/');
    if (image && !isPicture && floats(image) && !isBuiltHere(scan, line)) yield { line };
  }
}

/** Finds container images whose name lets the content change from one build to the next. */
export const unpinnedImage = (scan: Scan): Iterable<Found> =>
  scan.language === 'dockerfile' ? inDockerfile(scan) : inYaml(scan);
