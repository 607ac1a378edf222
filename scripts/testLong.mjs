#!/usr/bin/env node
// `npm run test:long`: what `npm test` leaves out because it takes long. CI runs both before a change lands.
// `npm run test:long -- unit` runs only the named steps. Closes with the line "N passed, N failed".
import { runSteps } from './testSteps.mjs'

await runSteps('long', ({ check, checkBeside, checkInMemory, unit, e2e }) => [
  ['build', () => check('tsx', ['scripts/build.ts'])],
  ['packages', () => check('tsx', ['scripts/checkPackages.ts'])],
  ['size', () => check('tsx', ['bench/size.ts', '--check'])],
  {
    // They mostly wait for packages to be installed, or keep one core busy.
    lanes: [
      [
        [
          'site',
          () =>
            checkBeside(
              'site/scripts/build.ts',
              'site/scripts/checkSite.ts',
              'site/scripts/checkSiteInBrowser.ts',
            ),
        ],
        // They follow the site's pages.
        ['newcomers', () => checkInMemory('scripts/newcomers/newcomers.ts')],
      ],
      [
        ['stranger', () => checkInMemory('scripts/thirdParty.ts')],
        ['create', () => checkBeside('scripts/tryCreate.ts')],
        ['create-plugin', () => checkBeside('scripts/createPlugin.ts')],
        ['coming-over', () => checkBeside('e2e/comingOver/run.ts')],
      ],
    ],
  },
  ['unit', () => unit('long-')],
  ['e2e', () => e2e('long')],
])
