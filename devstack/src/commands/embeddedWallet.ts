import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack embedded-wallet`: the service behind email and social login, with its mail page, until interrupted. */
export const embeddedWallet: Command = {
  name: 'embedded-wallet',
  summary: 'the service behind email login, with a page of its mails',
  usage: ['--port <number>        default 8787; 0 takes a free one'],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '8787' } },
    })
    const { startEmbeddedWallet } = await import('../embedded-wallet/startEmbeddedWallet.js')
    const running = await startEmbeddedWallet({ port: Number(values.port) })
    io.print(`Embedded wallet ${running.frameUrl}, mail ${running.mail.url}`)
    return running
  },
}
