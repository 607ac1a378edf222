import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../kernel/src/contracts/outcomeOf.js'
import { isUserRejection } from '../kernel/src/errors/connector.js'
import { createWalletErrors } from '../kernel/src/errors/createWalletErrors.js'
import { describeDialects, walletDialects } from './walletDialects.js'

const handedOver = { isHandedOver: () => true }
const notHandedOver = { isHandedOver: () => false }
const payment = 'sendTransaction'

it('are written down in docs/wallet-dialects.md', async () => {
  await expect(describeDialects()).toMatchFileSnapshot('../docs/wallet-dialects.md')
})

const asThrown = (code: string): number | string => (/^-?\d+$/.test(code) ? Number(code) : code)

const rows = walletDialects.flatMap((dialect) =>
  Object.entries(dialect.codes).map(([code, row]) => ({ name: dialect.name, dialect, code, row })),
)

describe.each(rows)('$name $code', ({ dialect, code, row: [meaning, , , weight] }) => {
  const read = (message: string, method = payment) =>
    createWalletErrors(dialect)({ code: asThrown(code), message }, { method })

  it('says that nothing was done where the person plainly refused, and nowhere else', () => {
    const error = read('')
    expect(isUserRejection(error)).toBe(meaning === 'refused')
    expect(outcomeOf(error, handedOver)).toBe(meaning === 'refused' ? 'nothing' : 'unknown')
    expect(outcomeOf(error, notHandedOver)).toBe('nothing')
    expect(error.code).not.toBe('')
    expect(error.shortMessage).not.toBe('')
  })

  it.each(['Broadcast timed out', 'execution reverted', 'insufficient funds', 'Rejected by the network'])(
    'does not say so with “%s”',
    (message) => expect(outcomeOf(read(message), handedOver)).toBe('unknown'),
  )

  it('does not say so with a window that was closed, unless the number does', () => {
    expect(outcomeOf(read('Popup window closed'), handedOver)).toBe(
      meaning === 'refused' ? 'nothing' : 'unknown',
    )
  })

  it('is a refusal with the words of one, unless the number is firm', () => {
    expect(isUserRejection(read('User rejected the request'))).toBe(weight !== 'firm')
  })
})

it.each(walletDialects)('$name reads no number of another dialect', (dialect) => {
  const foreign = rows.filter(({ code, row }) => row[0] === 'refused' && !Object.hasOwn(dialect.codes, code))
  expect(foreign.length).toBeGreaterThan(0)
  for (const { code } of foreign) {
    const error = createWalletErrors(dialect)({ code: asThrown(code), message: '' }, { method: payment })
    expect(outcomeOf(error, handedOver)).toBe('unknown')
  }
})

it.each(walletDialects)('$name takes hostile values', (dialect) => {
  const hostile = new Proxy({}, { get: () => expect.fail('read') as never })
  expect(outcomeOf(createWalletErrors(dialect)(hostile), handedOver)).toBe('unknown')
})
