#!/usr/bin/env node
// `npm run test:release`: what `npm run test:long` takes one of each kind of, taken whole, for who is about to publish. It installs
// apps of other products and takes most of an hour. Closes with the line "N passed, N failed".
import { runSteps } from './testSteps.mjs'

await runSteps('release', ({ check }) => [
  ['build', () => check('tsx', ['scripts/build.ts'])],
  ['packages', () => check('tsx', ['scripts/checkPackages.ts'])],
  ['site', () => check('tsx', ['site/scripts/build.ts'])],
  ['newcomers', () => check('tsx', ['scripts/newcomers/newcomers.ts', '--all'])],
  ['pages', () => check('tsx', ['site/scripts/checkSiteInBrowser.ts', '--all'])],
  ['consumers', () => check('tsx', ['scripts/consumers.ts'])],
  ['create', () => check('tsx', ['scripts/tryCreate.ts', '--all'])],
  ['create-plugin', () => check('tsx', ['scripts/createPlugin.ts', '--all'])],
  ['coming-over', () => check('tsx', ['e2e/comingOver/run.ts', '--all'])],
])
