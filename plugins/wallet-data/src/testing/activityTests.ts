import type { TransactionRecord, ActivityPage, ActivityService } from '@latchkey/kernel/contracts'
import { check, checkCode } from './check.js'
import type { WalletDataFacts, WalletDataHarness } from './harness.js'
import type { SuiteTest } from './walletDataSuite.js'

const pageLimit = 200

const withActivity =
  (body: (activity: ActivityService, facts: WalletDataFacts, harness: WalletDataHarness) => Promise<void>) =>
  async (harness: WalletDataHarness) => {
    if (harness.activity) await body(harness.activity, harness.facts, harness)
  }

export const activityTests: readonly SuiteTest[] = [
  {
    title: 'goes back page by page to the end, newest first, no transaction twice',
    run: withActivity(async (service, facts) => {
      const { transactions, pages } = await readAll(service, facts)
      for (const page of pages) {
        check(page.source === facts.source, `the source "${facts.source}", found "${page.source}"`)
        check(!page.problems?.length, 'no problem')
      }
      const ids = transactions.map(({ id }) => id)
      check(new Set(ids).size === ids.length, 'each transaction once')
      const times = transactions.flatMap(({ minedAt }) => minedAt ?? [])
      check(
        times.every((time, index) => index === 0 || time <= (times[index - 1] as number)),
        'newest first',
      )
      const { transaction } = facts
      check(transaction === undefined || ids.includes(transaction), `the transaction ${transaction}`)
    }),
  },
  {
    title: 'tells sound transactions of the network',
    run: withActivity(async (service, facts) => {
      const { transactions } = await readAll(service, facts)
      for (const record of transactions) checkRecord(record, facts)
    }),
  },
  {
    title: 'takes one request for equal asks at one time',
    run: withActivity(async (service, { networkId, address, spelling = address }, { requests }) => {
      if (!requests) return
      await service.read({ networkId, address })
      const first = requests()
      await Promise.all([address, spelling].map((who) => service.read({ networkId, address: who })))
      check(requests() === first, `no further request, found ${requests() - first}`)
    }),
  },
  {
    title: 'says what is wrong in the codes of the specification',
    run: withActivity(async (service, { networkId, address }) => {
      await checkCode(service.read({ networkId, address: '' }), 'TRANSACTIONS_ADDRESS_MISSING')
      await checkCode(service.read({ networkId, address: '../admin' }), 'ADDRESS_INVALID')
      await checkCode(service.read({ networkId: 'nowhere:1', address }), 'TRANSACTIONS_UNAVAILABLE')
      await checkCode(service.read({ networkId, address, cursor: 'nonsense' }), 'TRANSACTIONS_UNAVAILABLE')
    }),
  },
]

async function readAll(service: ActivityService, { networkId, address }: WalletDataFacts) {
  const pages: ActivityPage[] = []
  let cursor: string | undefined
  do {
    const page = await service.read({ networkId, address, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page)
    cursor = page.next
    check(pages.length < pageLimit, `an end within ${pageLimit} pages`)
  } while (cursor !== undefined)
  return { pages, transactions: pages.flatMap(({ transactions }) => transactions) }
}

function checkRecord(record: TransactionRecord, { networkId }: WalletDataFacts): void {
  const { id, operation, status, minedAt, transfers } = record
  check(typeof id === 'string' && id !== '', 'an id')
  check(record.networkId === networkId, `the network ${networkId}, found ${record.networkId}`)
  check(/^[a-z_ ]+$/.test(operation), `an operation in lower case, found "${operation}"`)
  check(['pending', 'confirmed', 'failed'].includes(status), `a status, found "${status}"`)
  check(status === 'pending' || minedAt === undefined || minedAt > 0, `a time, found ${minedAt}`)
  for (const { amount, direction } of transfers) {
    check(['in', 'out', 'self'].includes(direction), `a direction, found "${direction}"`)
    check(typeof amount.value === 'bigint' && amount.value >= 0n, `an amount, found ${amount.value}`)
    check(Number.isInteger(amount.decimals) && amount.decimals >= 0, `decimals, found ${amount.decimals}`)
  }
}
