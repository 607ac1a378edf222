import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FloatReport, findFloats, isMoneyPath } from './floats.js'

describe('isMoneyPath', () => {
  it.each([
    ['kernel/src/contracts/capabilities/send.ts', true],
    ['plugins/wallet-data/src/lazy/walletHoldings.ts', true],
    ['plugins/eip155/src/sdk/balance.ts', true],
    ['plugins/solana/src/lazy/readBalance.ts', true],
    ['plugins/solana/src/lazy/send/price.ts', true],
    ['kernel/src/contracts/amounts.ts', true],
    ['plugins/send/src/react/SendView.tsx', false],
    ['kernel/src/contracts/amounts.test.ts', false],
    ['ui-react/src/components/AmountText.tsx', false],
  ])('%s: %s', (path, isMoney) => expect(isMoneyPath(path)).toBe(isMoney))
})

describe('findFloats', () => {
  const refused = [
    'export const a = (text: string) => Number(text)',
    'export const a = (text: string) => parseFloat(text)',
    'export const a = (text: string) => Number.parseFloat(text)',
    'export const a = (text: string) => Number.parseInt(text, 10)',
    'export const a = (value: number) => value.toFixed(2)',
    'export const a = (text: string) => +text',
    'export const a = (value: number, price: number) => value * price',
    'export const a = (value: number) => value / 10',
    'export const a = (value: number) => 10 ** value',
    'export let a = 5\na *= 3',
    'export const a = (value: any) => value % 2',
    'export const a = 1e18',
    'export const a = 0.5',
  ]
  const allowed = [
    'export const a = (text: string) => BigInt(text)',
    'export const a = (value: bigint, price: bigint) => (value * price) / 10n ** 18n',
    'export let a = 5n\na *= 3n',
    'export const a = (left: number, right: number) => left - right + 1',
    'export const a = -1',
    'export const a = 48 * 3_600_000',
    'export const a = 0x1e',
    'export const a = "Number(x) * 0.5"',
    '// no money: seconds\nexport const a = (milliseconds: number) => milliseconds / 1_000',
    'export const a = (milliseconds: number) => milliseconds / 1_000 // no money: seconds',
  ]
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-floats-'))
  let report: FloatReport

  beforeAll(() => {
    const options = {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      types: [],
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
    )
    for (const [index, source] of refused.entries()) writeFileSync(join(folder, `refused${index}.ts`), source)
    for (const [index, source] of allowed.entries()) writeFileSync(join(folder, `allowed${index}.ts`), source)
    report = findFloats(folder, join(folder, 'tsconfig.json'), (path) => !path.startsWith('..'))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('looks at every file', () => expect(report.files).toBe(refused.length + allowed.length))

  it.each(refused.map((source, index) => [source, index] as const))('refuses %s', (_, index) => {
    expect(report.floats.filter(({ path }) => path === `refused${index}.ts`)).toHaveLength(1)
  })

  it.each(allowed.map((source, index) => [source, index] as const))('allows %s', (_, index) => {
    expect(report.floats.filter(({ path }) => path === `allowed${index}.ts`)).toEqual([])
  })

  it('says where and what', () => {
    expect(report.floats.find(({ path }) => path === 'refused9.ts')).toEqual({
      path: 'refused9.ts',
      line: 2,
      problem: '"*=" computes with floats: use bigint',
    })
  })
})
