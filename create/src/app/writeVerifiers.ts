import type { Chain } from './chains.js'
import { importLines } from './importLines.js'

/** Writes the module that says whose sign-ins the server accepts. */
export function writeVerifiers(chains: readonly Chain[]): string {
  const names = chains.map(({ verifier }) => verifier)
  return [
    ...importLines([{ from: '@latchkey/plugin-siwx/server', names }]),
    '',
    ...(names.includes('eip155')
      ? [
          '/** Whose sign-ins the server accepts. With `eip155({ rpc: { 1: url } })` smart accounts sign in, too: their signatures are checked by a node. */',
        ]
      : ['/** Whose sign-ins the server accepts. */']),
    `export const verifiers = [${names.map((name) => `${name}()`).join(', ')}]`,
    '',
  ].join('\n')
}
