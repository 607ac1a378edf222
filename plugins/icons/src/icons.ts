import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import { Pictures } from '@latchkey/kernel/contracts'
import { findPicture } from './findPicture.js'

/**
 * Pictures of well-known networks, coins, tokens and wallets. What brings its own picture keeps it, and what is not
 * known by its exact id keeps its initials: a token that calls itself USDC gets no picture by its name.
 *
 * @example
 * createKernel([eip155({ networks }), icons()])
 */
export function icons(): Plugin {
  return definePlugin({
    id: 'icons',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Pictures, { id: 'icons', find: findPicture })
    },
  })
}
