import { BaseError } from '@latchkey/kernel/plugin'

const sentences = {
  NAME_INVALID: 'This is not a valid name.',
  NAME_RECORD_INVALID: 'What the network keeps of this name can’t be trusted. Ask for the address.',
  NAME_HELD_BY_PROGRAM: 'This name belongs to a program, not to a person. Ask for the address.',
  NAME_MOVING:
    'Names that end in .sol are moving to another registry, and the two don’t agree on this one. Ask for the address, or for the name that ends in .sns.',
}

export function nameError(code: keyof typeof sentences, ...details: string[]): BaseError {
  return new BaseError(sentences[code], { code, metaMessages: details })
}
