import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { addOutcomes, type Answers, readAnswers, writeAnswers } from './answers.js'
import { answersFile } from './answersFile.js'
import type { Fact } from './fact.js'
import { listFacts } from './listFacts.js'
import { reportOf } from './reportOf.js'
import { silentFacts } from './silentFacts.js'
import { findSources, root } from '../workspace.js'
import { wallets } from '../../plugins/wallet-directory/src/data/wallets.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-answers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fact = (id: string, isDefault = true): Fact => ({
  id,
  urls: ['https://node.example'],
  question: { kind: 'evm', chainId: 1 },
  source: 'a list',
  read: '2026-11-01',
  isDefault,
})
const facts = [fact('right'), fact('wrong'), fact('not asked'), fact('never', false)]
const before: Answers = {
  wrong: { asked: '2026-11-20', answered: '2026-11-20', problem: null, milliseconds: 9 },
  'not asked': { asked: '2026-11-20', answered: null, problem: 'answers 403', milliseconds: 8 },
  dropped: { asked: '2026-11-20', answered: '2026-11-20', problem: null, milliseconds: 7 },
}
const outcomes = new Map([
  ['right', { milliseconds: 120 }],
  ['wrong', { milliseconds: 30, problem: 'says: `x` | @everyone\nfrom afar' }],
])
const after = addOutcomes(before, facts, outcomes, '2026-11-29')

describe('answers', () => {
  it('keep the day of the last right one, whatever went wrong since', () => {
    expect(after).toEqual({
      right: { asked: '2026-11-29', answered: '2026-11-29', problem: null, milliseconds: 120 },
      wrong: {
        asked: '2026-11-29',
        answered: '2026-11-20',
        problem: 'says: `x` | @everyone\nfrom afar',
        milliseconds: 30,
      },
      'not asked': before['not asked'],
    })
  })

  it('are read as they were written, and nothing else is', () => {
    const file = pathToFileURL(join(folder, 'answers.json'))
    writeAnswers(file, after)
    expect(readAnswers(file)).toEqual(after)
    writeFileSync(file, '{"right":{"asked":"yesterday"}}')
    expect(() => readAnswers(file)).toThrow()
  })

  it('are told to a person, and what strangers say stays in its cell', () => {
    expect(reportOf(facts, after, '2026-11-29')).toBe(
      [
        '# What answered on 2026-11-29',
        '',
        '2 asked, 1 right, 1 not.',
        '',
        '| What | What is wrong | Last right answer | Read in |',
        '| --- | --- | --- | --- |',
        '| `wrong` | `says: x @everyone from afar` | `2026-11-20` | `a list` |',
        '',
        'The slowest of the right ones:',
        '',
        '- `right`: 120 ms',
        '',
      ].join('\n'),
    )
  })

  it('are missed after 90 days, and for what never answered from the day it was read', () => {
    const silentOn = (day: string) =>
      silentFacts(facts, after, Date.parse(day)).map(({ fact: { id }, days }) => `${id} ${days}`)
    expect(silentOn('2027-01-30')).toEqual([])
    expect(silentOn('2027-01-31')).toEqual(['not asked 91'])
    expect(silentOn('2027-02-19')).toEqual(['wrong 91', 'not asked 110'])
    expect(silentOn('2027-03-01')).toEqual(['right 92', 'wrong 101', 'not asked 120'])
  })
})

describe('what the packages name', () => {
  const all = listFacts()

  it('is listed once, from what they ship', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining([
        'endpoint eip155:8453 https://mainnet.base.org',
        'endpoint solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp https://api.mainnet-beta.solana.com',
        'endpoint bip122:000000000019d6689c085ae165831e93 https://mempool.space/api',
        'endpoint polkadot:67fa177a097bfa18f77ea95ab56e9bcd wss://polkadot-people-rpc.polkadot.io',
        'feed ETH / USD eip155:1 0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
        'router Uniswap v3 eip155:1 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
        'store metamask https://apps.apple.com/app/id1438144202',
        'link metamask https://metamask.app.link/wc',
      ]),
    )
  })

  it('can be asked: an https or wss address, and the day it was read', () => {
    const wrong = all.filter(
      ({ urls, read }) =>
        urls.length === 0 ||
        !urls.every((url) => /^(https|wss):/.test(url)) ||
        Number.isNaN(Date.parse(read)),
    )
    expect(wrong).toEqual([])
  })

  it('includes every address that stands in their code', () => {
    // The run asks nothing of closed wallets.
    const homepages = wallets.flatMap(({ closed, homepage }) => (closed && homepage ? [homepage] : []))
    const urls = [...all.flatMap((one) => one.urls), ...homepages]
    const asked = new Set(urls.map((url) => new URL(url).host))
    const packages = ['plugins', 'services'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'src')),
    )
    const literals = packages.flatMap((folder) =>
      [...findSources(folder)]
        // Issuers are names of a provider that nobody asks.
        .filter((path) => !path.includes('/messages/') && !path.endsWith('/expectedIssuer.ts'))
        .flatMap((path) =>
          [
            ...readFileSync(path, 'utf8').matchAll(
              /^(?! *(?:\*|\/[/*])).*?['`](?:https|wss):\/\/([\w.-]+)/gm,
            ),
          ].map(([, host = '']) => host),
        ),
    )
    const missing = new Set(
      literals.filter((host) => !/^[^.]*$|example$|\.\$/.test(host) && !asked.has(host)),
    )
    expect(literals.length).toBeGreaterThan(100)
    expect([...missing]).toEqual([])
  })

  it('is all that the file of answers may hold', () => {
    const known = new Set(all.map(({ id }) => id))
    expect(Object.keys(readAnswers(answersFile)).filter((id) => !known.has(id))).toEqual([])
  })
})
