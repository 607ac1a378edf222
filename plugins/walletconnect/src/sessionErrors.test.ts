import { expect, it } from 'vitest'
import { defaultsOf, walletConnect } from './index.js'
import { knownNamespaces } from './knownNamespaces.js'
import * as errors from './sessionErrors.js'

it('says what happened and what to do', () => {
  const all = [
    errors.relayUnreachable('wss://relay.example'),
    errors.walletNotTold(),
    errors.sessionEnded(),
    errors.sessionRefused({ code: 5100, message: 'Unsupported chains.' }),
    errors.networkNotApproved('eip155:10'),
    errors.networkNotGranted('eip155:10'),
    errors.methodNotApproved('eth_sign'),
    errors.proposalEmpty(),
    errors.requestUnanswered(),
  ]
  expect(all.map(({ code, message }) => `${code}: ${message}`)).toMatchSnapshot()
})

it.each([
  {},
  { relayUrl: 'https://relay.example' },
  { relayUrl: 'ws://relay.example' },
  { relayUrl: 'relay' },
])('refuses the options %j', (options) => {
  expect(() => walletConnect(options)).toThrowErrorMatchingSnapshot()
})

it('asks something of every namespace it names', () => {
  for (const namespace of knownNamespaces) expect(defaultsOf(namespace).methods).not.toEqual([])
  expect(defaultsOf('cosmos').methods).toEqual([])
})
