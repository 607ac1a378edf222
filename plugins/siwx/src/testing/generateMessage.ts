import type { SiwxMessage } from '../message/SiwxMessage.js'
import type { Random } from './random.js'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const STATEMENT = `${LETTERS}     .,:/?#[]@!$&'()*+;=-_~`
const PATH = `${LETTERS}-._~!$&'()*+,;=:@/`

/** A sign-in message that keeps the grammar, with every optional member there or not. */
export function generateMessage(
  random: Random,
  account: { readonly accountAddress: string; readonly chainId: string },
  base = Date.parse('2026-11-21T10:00:00.000Z'),
): SiwxMessage {
  const domain = `${random.text('abcdefghij', 1, 12)}.example${random.once(3) ? `:${random.below(65_536)}` : ''}`
  const uri = () => {
    const query = random.once(3) ? `?${random.text(PATH, 0, 10)}` : ''
    return `${random.pick(['https', 'ipfs', 'did', 'http'])}://${domain}/${random.text(PATH, 0, 20)}${query}`
  }
  const time = (offset: number) => new Date(base + offset).toISOString()
  return {
    ...account,
    domain,
    ...(random.once(4) ? { scheme: random.pick(['https', 'http', 'capacitor']) } : {}),
    ...(random.once(3) ? {} : { statement: statement(random) }),
    uri: uri(),
    version: '1',
    nonce: random.text(LETTERS, 8, 30),
    issuedAt: time(-random.below(1000)),
    ...(random.once(2) ? { expirationTime: time(1000 + random.below(100_000)) } : {}),
    ...(random.once(3) ? { notBefore: time(-1000 - random.below(100_000)) } : {}),
    ...(random.once(3) ? { requestId: random.text(PATH.replace('/', ''), 0, 12) } : {}),
    ...(random.once(3) ? { resources: Array.from({ length: random.below(4) }, uri) } : {}),
  }
}

/** A statement whose ends are not spaces: public parsers differ on those. */
function statement(random: Random): string {
  return `${random.pick([...LETTERS])}${random.text(STATEMENT, 0, 40)}.`
}
