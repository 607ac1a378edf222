import { guard, storageKey } from '@latchkey/kernel/plugin'

/** More than a person hides; the rest of what somebody else wrote is not read. */
const mostHidden = 1_000

export const testnetsKey = storageKey(
  'portfolio.testnets',
  guard((value: unknown): value is boolean => typeof value === 'boolean'),
)

export const hiddenTokensKey = storageKey(
  'portfolio.hiddenTokens',
  guard(
    (value: unknown): value is readonly string[] =>
      Array.isArray(value) && value.length <= mostHidden && value.every((one) => typeof one === 'string'),
  ),
)
