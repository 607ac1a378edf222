import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack mail`: a mail server that keeps every mail on a page, until interrupted. */
export const mail: Command = {
  name: 'mail',
  summary: 'a mail server that shows every mail on a page',
  usage: [
    '--port <number>        page, default 8025; 0 takes a free one',
    '--smtp-port <number>   default 2525',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8025' },
        'smtp-port': { type: 'string', default: '2525' },
      },
    })
    const { startMail } = await import('../mail/startMail.js')
    const running = await startMail({ port: Number(values.port), smtpPort: Number(values['smtp-port']) })
    io.print(`Mail ${running.url}, ${running.smtpUrl}`)
    return running
  },
}
