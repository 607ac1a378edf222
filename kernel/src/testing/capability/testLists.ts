import { Allowances } from '../../contracts/capabilities/allowances.js'
import { History } from '../../contracts/capabilities/history.js'
import { OwnedCollectibles } from '../../contracts/capabilities/ownedCollectibles.js'
import type { Token } from '../../keys/token.js'
import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import { type CapabilityTests, codedFailure } from './runCapability.js'
import { addressed } from './testReads.js'

/** Checks histories, approvals and collectibles. The kernel leaves out entries that can't be read: here they're faults. */
export function testLists({ test }: CapabilityTests): void {
  testHistory({ test })
  test('allowances', 'reads what others may move, with bigints and with what takes it back', async (run) => {
    if (!run.find(Allowances)) return
    const { raw, answer } = await run.ask(Allowances, 'read', addressed(run))
    checkWhole(Allowances, raw.allowances, answer.allowances)
    checkOnce(
      answer.allowances.map(({ id }) => id),
      'read() of Allowances',
    )
    for (const { id, revoke } of answer.allowances) {
      check(
        revoke.length > 0,
        `calls that take "${id}" back, found none`,
        'answer the calls for `Calls` in `revoke`',
      )
    }
  })

  test('collectibles', 'reads what the account owns, each with its count as a bigint', async (run) => {
    if (!run.find(OwnedCollectibles)) return
    const { raw, answer } = await run.ask(OwnedCollectibles, 'read', addressed(run))
    checkWhole(OwnedCollectibles, raw.items, answer.items)
    checkOnce(
      answer.items.map(({ address, id }) => `${address} ${id}`),
      'read() of OwnedCollectibles',
    )
  })

  testFailingNode({ test })
}

function testHistory({ test }: CapabilityTests): void {
  test('history', 'reads transactions of the network, each once, the newest first', async (run) => {
    if (!run.find(History)) return
    const { raw, answer } = await run.ask(History, 'read', addressed(run))
    checkWhole(History, raw.transactions, answer.transactions)
    const ids = answer.transactions.map(({ id }) => id)
    checkOnce(ids, 'read() of History')
    for (const record of answer.transactions) {
      check(
        record.networkId === run.harness.networkId,
        `transactions of ${run.harness.networkId}, found one of ${record.networkId}`,
        'answer for the network that was asked for',
      )
      check(
        !record.isUnread,
        `transfers that can be read of "${record.id}"`,
        'write amounts as bigints, with decimals and symbol',
      )
    }
    const times = answer.transactions.flatMap(({ minedAt }) => minedAt ?? [])
    check(
      times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time)),
      `the newest transaction first, found the times ${times.join(', ')}`,
      'order by the time of the block, descending',
    )
  })

  test('history', 'reads on from `next` without telling a transaction again', async (run) => {
    if (!run.find(History)) return
    const first = (await run.ask(History, 'read', { ...addressed(run), limit: 1 })).answer
    if (first.next === undefined) return
    const second = (await run.ask(History, 'read', { ...addressed(run), limit: 1, cursor: first.next }))
      .answer
    checkOnce(
      [...first.transactions, ...second.transactions].map(({ id }) => id),
      'two pages of History',
    )
  })
}

function testFailingNode({ test }: CapabilityTests): void {
  for (const [group, token] of [
    ['history', History],
    ['allowances', Allowances],
    ['collectibles', OwnedCollectibles],
  ] as const) {
    test(group, 'says in a coded error that the node failed, and tells no empty list', async (run) => {
      const capability = run.find(token as unknown as Token<Reading>)
      if (!capability || !run.harness.nodeFails) return
      run.harness.nodeFails()
      const call = `read() of "${token.id}" with a failing node`
      await codedFailure(() => capability.read(addressed(run)), call, run.limit)
    })
  }
}

interface Reading {
  read(request: object): Promise<unknown>
}

function checkWhole(
  { id }: Pick<Token<never>, 'id'>,
  raw: readonly unknown[],
  sound: readonly unknown[],
): void {
  check(
    raw.length === sound.length,
    `every entry of read() of "${id}" to be by its contract, found ${raw.length - sound.length} that can't be read in ${describeFound(raw)}`,
    'write amounts as bigints in the smallest unit, and give every entry its id',
  )
}

function checkOnce(ids: readonly string[], what: string): void {
  check(
    new Set(ids).size === ids.length,
    `each entry of ${what} once, found ${describeFound(ids)}`,
    'leave out what was told already, and make ids unique',
  )
}
