#!/usr/bin/env node
// `npm run test:long`: what `npm test` leaves out because it takes long. CI runs both before a change lands.
// `npm run test:long -- unit` runs only the named steps. Closes with the line "N passed, N failed".
import { runSteps } from './testSteps.mjs'

await runSteps('long', ({ check, checks, unit, e2e }) => [
  ['build', () => check('tsx', ['scripts/build.ts'])],
  ['packages', () => check('tsx', ['scripts/checkPackages.ts'])],
  ['size', () => check('tsx', ['bench/size.ts', '--check'])],
  ['stranger', () => check('tsx', ['scripts/thirdParty.ts'])],
  ['create', () => check('tsx', ['scripts/tryCreate.ts'])],
  ['create-plugin', () => check('tsx', ['scripts/createPlugin.ts'])],
  [
    'site',
    () => checks('site/scripts/build.ts', 'site/scripts/checkSite.ts', 'site/scripts/checkSiteInBrowser.ts'),
  ],
  ['unit', () => unit('long-')],
  ['e2e', () => e2e('long')],
])
