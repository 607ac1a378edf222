import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { outcomeOf } from '../kernel/src/contracts/outcomeOf.js'
import { BaseError } from '../kernel/src/errors/base.js'
import { join } from 'node:path'
import { findSources, root } from './workspace.js'

/** Error codes of the kernel and of every plugin: of chains, dialects, bundlers, services and relays. */
const codes = [
  ...new Set(
    ['kernel', 'plugins']
      .flatMap((folder) => [...findSources(join(root, folder))])
      .filter((file) => /(?:kernel|plugins\/[^/]+)\/src\//.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:\bcode: |^ {2}|\(\s*|\[\s*)'?([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)'?(?=[,:\s])/gm,
        ),
      ])
      .map(([, code]) => code ?? ''),
  ),
].sort()

/** Those that prove by themselves that nothing was done. Add one only with a reason that is as good as theirs. */
const proofs: Readonly<Record<string, string>> = {
  CALL_FAILED: 'The chain has decided.',
  USER_REJECTED: 'The person said so, in the words of the wallet’s own dialect.',
}

it('finds the codes', () => {
  expect(codes.length).toBeGreaterThan(250)
  expect(codes).toEqual(
    expect.arrayContaining([
      ...Object.keys(proofs),
      'TRANSACTION_REFUSED',
      'RPC_INTERNAL',
      'RELAY_REFUSED',
      'PAY_SWAP_FAILED',
    ]),
  )
})

it.each(codes)('%s proves that nothing was done only where it stands in the list', (code) => {
  const error = new BaseError('It failed.', { code })
  const expected = Object.hasOwn(proofs, code) ? 'nothing' : 'unknown'
  expect(outcomeOf(error, { isHandedOver: () => true })).toBe(expected)
  expect(outcomeOf(error, { isHandedOver: () => false })).toBe(
    code === 'CALLS_PARTLY_SENT' ? 'unknown' : 'nothing',
  )
})
