#!/usr/bin/env node
// `npm test`: what a change is held to, on a fresh machine. Closes with the line "N passed, N failed".
// `npm test -- unit e2e` runs only the named steps. `npm run test:long` runs what takes long.
import { runSteps } from './testSteps.mjs'

await runSteps('test', ({ check, checks, unit, e2e }) => [
  ['lint', () => check('biome', ['check', '.'])],
  [
    'borders',
    () =>
      checks(
        'scripts/checkBorders.ts',
        'scripts/checkFloats.ts',
        'scripts/checkJoins.ts',
        'scripts/checkLongFunctions.ts',
      ),
  ],
  ['coverage', () => check('tsx', ['scripts/checkCoverage.ts'])],
  ['types', () => check('tsc', ['-p', 'tsconfig.json'])],
  ['samples', () => check('tsx', ['scripts/checkSamples.ts'])],
  // On its own: Next's types change what `process.env` is everywhere.
  ['next types', () => check('tsc', ['-p', 'examples/next-siwx'])],
  ['licences', () => check('tsx', ['scripts/checkLicences.ts'])],
  ['release', () => checks('scripts/checkRelease.ts', 'scripts/api/checkApi.ts')],
  ['unused', () => check('knip', ['--no-config-hints'])],
  ['unit', () => unit()],
  ['e2e', () => e2e('short')],
])
