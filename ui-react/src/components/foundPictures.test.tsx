import { definePlugin } from '@latchkey/kernel/plugin'
import { Pictures, type PictureSubject } from '@latchkey/kernel/contracts'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { NetworkIcon } from './NetworkIcon.js'
import { TokenIcon } from './TokenIcon.js'
import { WalletIcon } from './WalletIcon.js'

const svg = (colour: string) =>
  `data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"%3E%3Crect width="8" height="8" fill="${colour}"/%3E%3C/svg%3E`

type Find = (subject: PictureSubject) => unknown

const source = (id: string, find: Find) =>
  definePlugin({
    id,
    kernel: '^1.0.0',
    setup: (context) => void context.add(Pictures, { id, find: find as () => Promise<string> }),
  })

/** Where the kit's styles hold: a place without letters has its size from them. */
const styled = (...children: readonly ReactNode[]) => <div data-latchkey="">{children}</div>

const pictures = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))

afterEach(unmountAll)

it('asks for what has no picture of its own, by its exact id', async () => {
  const find = vi.fn<Find>(async () => svg('red'))
  const { container } = mountShell(
    testKernel([source('example.pictures', find)]),
    <>
      <NetworkIcon name="Base" networkId="eip155:8453" />
      <NetworkIcon name="Own" networkId="eip155:1" src={svg('blue')} />
      <NetworkIcon name="Nameless" />
      <TokenIcon symbol="ETH" networkId="eip155:1" />
      <TokenIcon symbol="USDC" networkId="eip155:1" address="0xabc" />
      <WalletIcon name="Wallet" walletId="wallet" rdns="com.example.wallet" />
    </>,
  )
  await vi.waitFor(() => expect(pictures(container)).toHaveLength(5))
  expect(pictures(container).filter((each) => each === svg('blue'))).toHaveLength(1)
  const asked = new Set(find.mock.calls.map(([subject]) => JSON.stringify(subject)))
  expect([...asked].map((each) => JSON.parse(each))).toEqual(
    expect.arrayContaining([
      { kind: 'network', networkId: 'eip155:8453' },
      { kind: 'coin', networkId: 'eip155:1', symbol: 'ETH' },
      { kind: 'token', networkId: 'eip155:1', address: '0xabc' },
      { kind: 'wallet', walletId: 'wallet', rdns: 'com.example.wallet' },
    ]),
  )
  expect(asked.size).toBe(4)
})

it('asks only when the place comes into sight', async () => {
  const find = vi.fn<Find>(async () => svg('red'))
  const { container } = mountShell(
    testKernel([source('example.pictures', find)]),
    <>
      <NetworkIcon name="Seen" networkId="eip155:1" />
      <div style={{ blockSize: '300vh' }} />
      <NetworkIcon name="Below" networkId="eip155:2" />
    </>,
  )
  await vi.waitFor(() => expect(pictures(container)).toHaveLength(1))
  expect(find).not.toHaveBeenCalledWith({ kind: 'network', networkId: 'eip155:2' })
  container.querySelectorAll('.lk-picture')[1]?.scrollIntoView()
  await vi.waitFor(() => expect(pictures(container)).toHaveLength(2))
})

it('shows the first picture that is safe, and initials after answers that are none', async () => {
  const bad: readonly Find[] = [
    () => {
      throw new Error('a fault of a stranger')
    },
    async () => {
      throw new Error('a fault of a stranger')
    },
    async () => undefined,
    async () => 7,
    async () => ({ toString: () => svg('red') }),
    async () => 'javascript:alert(1)',
    async () => 'data:text/html,<script>alert(1)</script>',
    async () => 'http://tracker.example/pixel.png',
    () => null,
  ]
  const plugins = bad.map((find, index) => source(`example.bad${index}`, find))
  const alone = mountShell(
    testKernel(plugins),
    styled(<NetworkIcon key="base" name="Base" networkId="eip155:8453" />),
  )
  const good = source('example.good', async () => svg('green'))
  const late = source('example.late', async () => svg('red'))
  const rest = mountShell(
    testKernel([...plugins, good, late]),
    styled(<NetworkIcon key="base" name="Base" networkId="eip155:8453" />),
  )
  await vi.waitFor(() => expect(pictures(rest.container)).toEqual([svg('green')]))
  expect(pictures(alone.container)).toEqual([])
  await vi.waitFor(() => expect(alone.container.textContent).toContain('B'))
})

it('holds its place without letters while plugins look, and shows them when nobody has a picture', async () => {
  let answer: (source: string | undefined) => void = () => {}
  const asked = new Promise<string | undefined>((resolve) => {
    answer = resolve
  })
  const { container } = mountShell(
    testKernel([source('example.slow', () => asked)]),
    styled(<NetworkIcon key="base" name="Base" networkId="eip155:8453" />),
  )
  const place = () => container.querySelector<HTMLElement>('.lk-picture')
  await vi.waitFor(() => expect(place()?.dataset).toHaveProperty('waiting'))
  expect(place()?.textContent).toBe('')
  answer(undefined)
  await vi.waitFor(() => expect(place()?.textContent).toBe('B'))
  expect(place()?.dataset).not.toHaveProperty('waiting')
})
