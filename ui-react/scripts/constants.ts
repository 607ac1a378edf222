/**
 * Lengths, times and weights that no host can change. The script writes their values in place of `var(--lk-…)`: short, and close to
 * each other, so that they compress; nobody needs them as properties of the page.
 */
export const constants: Readonly<Record<string, string>> = {
  'space-half': '2px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '20px',
  'space-6': '24px',
  'space-8': '32px',
  'space-10': '40px',
  'space-11': '44px',
  'space-12': '48px',
  'space-16': '64px',
  'size-target': '44px',
  'duration-turn': '900ms',
  'duration-pulse': '1600ms',
  'weight-regular': '400',
  'weight-medium': '500',
  'weight-strong': '600',
}
