// A misspelt word ends each script that takes words, or none, with one sentence and a code. One that goes on has done something else.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const scripts = [
  'scripts/api/checkApi.ts',
  'scripts/checkBorders.ts',
  'scripts/checkCoverage.ts',
  'scripts/checkFloats.ts',
  'scripts/checkJoins.ts',
  'scripts/checkLicences.ts',
  'scripts/checkLongFunctions.ts',
  'scripts/checkPackages.ts',
  'scripts/checkRelease.ts',
  'scripts/checkSamples.ts',
  'scripts/consumers.ts',
  'scripts/createPlugin.ts',
  'scripts/images.ts',
  'scripts/release/publish.ts',
  'scripts/release/rehearse.ts',
  'scripts/thirdParty.ts',
  'scripts/tryCreate.ts',
  'scripts/version.ts',
  'e2e/comingOver/run.ts',
  'site/scripts/build.ts',
  'site/scripts/checkSite.ts',
  'site/scripts/serve.ts',
]

describe('a word that a script does not know', () => {
  it.each(scripts)('ends %s with a sentence', (script) => {
    const { status, stderr, stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsx'),
      [join(root, script), 'nonsense'],
      { cwd: root, encoding: 'utf8', timeout: 60_000 },
    )
    expect(stderr).toMatch(
      /^The script doesn't know "nonsense"\. (?:Choose among: .+\.|It takes none\.) \(SCRIPT_WORD_UNKNOWN\)$/m,
    )
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})

describe('a word or a number before anything is installed', () => {
  const tried: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp])[] = [
    [
      'scripts/test.mjs',
      ['unti'],
      {},
      /^There is no step unti\. These are the steps: lint, .*WORD_UNKNOWN\)$/m,
    ],
    ['scripts/testLong.mjs', ['--site'], {}, /^There is no step --site\. These are the steps: build, /m],
    ['scripts/payments.mjs', ['evm'], {}, /^Expected one of EVM, .*found "evm"\. \(SCRIPT_WORD_UNKNOWN\)$/m],
    ['scripts/payments.mjs', [], { PAYMENTS_ROUNDS: '0' }, /^Expected PAYMENTS_ROUNDS .*found "0"\./m],
    [
      'scripts/fuzz.mjs',
      [],
      { FUZZ_MESSAGES: 'many' },
      /^Expected FUZZ_MESSAGES .*\(SCRIPT_NUMBER_INVALID\)$/m,
    ],
  ]
  it.each(tried)('ends %s %j with a sentence', (script, words, env, sentence) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, script), ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      timeout: 60_000,
    })
    expect(stderr).toMatch(sentence)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
