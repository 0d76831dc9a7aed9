/** A package, versions of it one after the other, and which of its files people wrote where that is not told by their place. */
export interface History {
  readonly name: string;
  readonly versions: readonly string[];
  readonly only?: RegExp;
}

const history = (name: string, versions: string, only?: RegExp): History => ({
  name,
  versions: versions.split(' '),
  ...(only ? { only } : {}),
});

/** Tables that a generator of parsers writes. */
const GRAMMAR = /^(?!src\/(?:parser\.c|grammar\.json|node-types\.json)$)/;

/** What is replayed: code in JavaScript, TypeScript, C, C++, Java, Kotlin, Swift, Python, Rust, Go, SQL, YAML and others, as npm carries it. */
export const HISTORIES: readonly History[] = [
  history('express', '4.17.3 4.18.3 4.19.2 4.20.0 4.21.2 5.0.1 5.1.0'),
  history('fastify', '4.24.3 4.25.2 4.26.2 4.27.0 4.28.1 5.0.0 5.1.0'),
  history('koa', '2.13.4 2.14.2 2.15.4 2.16.4'),
  history('@hapi/hapi', '20.2.2 20.3.0 21.0.0 21.1.0 21.3.12'),
  history('node-gyp', '9.3.1 9.4.1 10.0.1 10.1.0 10.2.0 11.0.0'),
  history('better-sqlite3', '9.4.5 10.0.0 11.0.0 11.5.0'),
  history('pg-boss', '8.4.2 9.0.3 10.0.6 10.1.6'),
  history('pg', '8.10.0 8.11.6 8.12.0 8.13.3'),
  history('knex', '2.4.2 2.5.1 3.0.1 3.1.0'),
  history('mongoose', '7.4.5 7.5.4 7.6.13 8.0.4 8.1.3 8.2.4'),
  history('webpack', '5.89.0 5.90.3 5.91.0 5.92.1 5.93.0'),
  history('eslint', '8.54.0 8.55.0 8.56.0 8.57.1 9.0.0'),
  history('mocha', '10.2.0 10.3.0 10.4.0 10.7.3 10.8.2'),
  history('commander', '10.0.1 11.0.0 11.1.0 12.0.0 12.1.0 13.0.0'),
  history('ws', '8.13.0 8.14.2 8.15.1 8.16.0 8.17.1 8.18.3'),
  history('axios', '1.3.6 1.4.0 1.5.1 1.6.8 1.7.9'),
  history('execa', '8.0.1 9.0.2 9.1.0 9.2.0 9.3.1 9.4.1'),
  history('bitcoinjs-lib', '5.2.1 6.0.2 6.1.8 7.0.5'),
  history('zod', '3.21.4 3.22.5 3.23.8 3.24.4 3.25.76', /^src\/|\.md$/),
  history('lodash', '4.17.20 4.17.21'),
  history('tree-sitter-python', '0.20.4 0.21.0 0.23.6', GRAMMAR),
  history('tree-sitter-go', '0.20.0 0.21.2 0.23.4', GRAMMAR),
  history('tree-sitter-rust', '0.20.4 0.21.0 0.23.3', GRAMMAR),
  history('tree-sitter-c', '0.20.8 0.21.4 0.23.6', GRAMMAR),
  history('tree-sitter', '0.20.6 0.21.1 0.22.4'),
  history('react-native', '0.72.17 0.73.11 0.74.7'),
  history('generator-jhipster', '7.9.4 8.0.0 8.1.0 8.2.1', /\/templates\//),
  history('bcrypt', '5.0.1 5.1.1'),
  history('re2', '1.17.8 1.18.3 1.19.2 1.20.12'),
  history('sqlite3', '5.0.11 5.1.7'),
  history('sharp', '0.31.3 0.32.6 0.33.5'),
  history('serverless', '3.30.1 3.33.0 3.36.0 3.38.0'),
  history('pm2', '5.2.2 5.3.1 5.4.3'),
  history('nodemailer', '6.7.8 6.8.0 6.9.16'),
  history('passport', '0.4.1 0.5.3 0.6.0 0.7.0'),
  history('bull', '4.10.4 4.11.5 4.12.9 4.15.1'),
  history('@npmcli/arborist', '6.3.0 7.0.0 7.3.1 7.5.4'),
  history('tar', '6.0.5 6.1.15 6.2.1'),
  history('winston', '3.8.2 3.9.0 3.10.0 3.11.0 3.13.1'),
  history('puppeteer-core', '21.5.2 21.11.0 22.6.5 22.12.1 23.0.2', /^src\//),
  history('rxjs', '7.4.0 7.5.7 7.6.0 7.8.2', /^src\//),
  history('immer', '9.0.21 10.0.4 10.1.3', /^src\//),
  history('@tanstack/query-core', '5.0.5 5.17.19 5.28.13 5.40.0 5.50.1', /^src\//),
  history('mobx', '6.9.1 6.10.2 6.12.5 6.13.7', /^src\//),
  history('ethers', '6.7.1 6.8.1 6.10.0 6.12.2 6.13.7', /^src\.ts\//),
  history('@noble/curves', '1.2.0 1.3.0 1.4.2 1.6.0', /^src\//),
  history('@scure/btc-signer', '1.1.1 1.2.2 1.3.2 1.4.0', /^(?:src\/)?\w+\.ts$/),
  history('bitcore-lib', '8.25.47 9.0.0 10.0.36'),
  history('lightning', '9.14.0 10.0.1'),
  history('cordova-android', '11.0.0 12.0.1 13.0.0'),
  history('cordova-ios', '6.3.0 7.0.1 7.1.1'),
  history('@capacitor/android', '5.0.5 5.5.1 6.0.0 6.1.2'),
  history('@capacitor/ios', '5.0.5 5.5.1 6.0.0 6.1.2'),
  history('expo-modules-core', '1.5.13 1.11.14 1.12.26'),
  history('graphile-worker', '0.13.0 0.15.1 0.16.6', /^sql\/|^[^/]+$/),
  history('@node-red/nodes', '3.0.2 3.1.15 4.0.9'),
  history('bootstrap', '5.1.3 5.2.3 5.3.9', /^(?:js\/src|scss)\//),
  history('jquery', '3.5.1 3.6.4 3.7.1', /^src\//),
  history('leaflet', '1.7.1 1.8.0 1.9.4', /^src\//),
  history('luxon', '3.2.1 3.3.0 3.4.4 3.5.0', /^src\/|\.md$/),
  history('assemblyscript', '0.26.7 0.27.37', /^std\/|^lib\//),
];

/** Steps that are reviewed as a single change, whole packages with all that they hold. */
export const WHOLE: readonly { readonly name: string; readonly versions: readonly [string, string] }[] = [
  { name: 'express', versions: ['4.18.2', '4.19.2'] },
  { name: 'express', versions: ['4.21.2', '5.1.0'] },
  { name: 'zod', versions: ['3.22.4', '3.23.8'] },
  { name: 'lodash', versions: ['4.17.20', '4.17.21'] },
  { name: 'fastify', versions: ['4.26.2', '4.28.1'] },
  { name: 'execa', versions: ['8.0.1', '9.0.0'] },
  { name: 'bitcoinjs-lib', versions: ['6.1.5', '6.1.7'] },
  { name: 'bitcoinjs-lib', versions: ['6.1.7', '7.0.0'] },
  { name: 'node-gyp', versions: ['10.0.1', '10.2.0'] },
  { name: 'better-sqlite3', versions: ['11.0.0', '11.5.0'] },
  { name: 'tree-sitter-python', versions: ['0.21.0', '0.23.2'] },
  { name: 'axios', versions: ['1.6.8', '1.7.4'] },
  { name: 'commander', versions: ['11.1.0', '12.1.0'] },
  { name: 'pg', versions: ['8.11.3', '8.12.0'] },
  { name: 'knex', versions: ['3.0.1', '3.1.0'] },
  { name: 'ws', versions: ['8.16.0', '8.17.1'] },
  { name: 'mocha', versions: ['10.3.0', '10.4.0'] },
  { name: 'webpack', versions: ['5.90.0', '5.91.0'] },
];
