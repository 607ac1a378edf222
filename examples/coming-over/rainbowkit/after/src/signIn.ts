import type { SiweConfig } from '@latchkey/plugin-siwx'
import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'

const send = (path: string, body?: object) => fetch(path, { method: 'POST', body: JSON.stringify(body) })

export const siweConfig: SiweConfig = {
  getNonce: async () => (await send('/api/nonce')).text(),
  createMessage: ({ nonce, address, chainId }) =>
    createSiweMessage({
      domain: window.location.host,
      uri: window.location.origin,
      version: '1',
      statement: 'Sign in to the tip jar.',
      address: getAddress(address),
      chainId,
      nonce,
    }),
  verifyMessage: async ({ message, signature }) => (await send('/api/verify', { message, signature })).ok,
  getSession: readSession,
  signOut: async () => (await send('/api/sign-out')).ok,
}

export async function readSession(): Promise<{ address: string; chainId: number } | null> {
  return (await fetch('/api/me')).json()
}
