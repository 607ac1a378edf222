import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** Answers a request in the wallet’s place, with the wallet’s own answer at hand. */
type Instead = (answer: () => unknown) => unknown

const keys = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')] as const

/** Addresses of the form of the guides, each made of a real key. */
const addressOf = (key: KeyObject) => {
  const raw = key.export({ format: 'der', type: 'spki' }).subarray(-32)
  return `ex1${raw.toString('hex').slice(0, 38)}`
}
export const [own, other] = keys.map(({ publicKey }) => addressOf(publicKey)) as [string, string]

export const isAddress = (value: string) => /^ex1[a-z\d]{38}$/.test(value)

/** Whether the wallet’s first account signed a text. */
export const isSigned = (text: string, signature: unknown) =>
  verify(null, Buffer.from(text), keys[0].publicKey, Buffer.from(String(signature), 'hex'))

const rejection = { code: 4001, message: 'The user rejected the request.' }

/** Makes the wallet of the guides, with a real key, which does as a test tells it. */
export function createExampleApi() {
  const state = { isLetIn: false, prompts: 0 }
  let next: Instead | undefined
  const run = async (answer: () => unknown) => {
    const instead = next
    next = undefined
    return instead ? instead(answer) : answer()
  }
  const shared = () => (state.isLetIn ? [own] : [])
  const fails = (error: unknown) => {
    next = () => {
      throw error
    }
  }
  return {
    state: state as Readonly<typeof state>,
    api: {
      connect() {
        state.prompts += 1
        return run(() => {
          state.isLetIn = true
          return shared()
        })
      },
      accounts: () => run(shared),
      sign(text: string) {
        state.prompts += 1
        return run(() => sign(null, Buffer.from(text), keys[0].privateKey).toString('hex'))
      },
    },
    fails,
    reject: () => fails(rejection),
    answers(value: unknown) {
      next = () => value
    },
    hang() {
      next = () => new Promise(() => {})
    },
    /** Holds the next answer back. @returns what gives it */
    hold() {
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      next = (answer) => opened.then(answer)
      return async () => {
        open()
        await settle()
      }
    },
    forget() {
      state.isLetIn = false
    },
  }
}

/** Time for what hears an answer to read it. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 10))
