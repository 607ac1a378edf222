import { BaseError } from '@latchkey/kernel/plugin'

const sentences = {
  NAME_RECORD_INVALID: 'What the network keeps of this name can’t be trusted. Ask for the address.',
  NAME_NOT_PRIMARY: 'The account of this name goes by another name. Ask for that one, or for the address.',
  NAME_ENDING: 'This name is being withdrawn. Ask for the address.',
}

export function nameError(code: keyof typeof sentences, ...details: string[]): BaseError {
  return new BaseError(sentences[code], { code, metaMessages: details })
}
