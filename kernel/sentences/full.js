const quoted = (ids) => ids.map((id) => `"${id}"`).join(', ')

/** What hosts and plugin authors read when something does not fit together. `short.js` takes its place in production. */
const sentences = {
  notAList: () => 'Plugins come as a list: write createKernel([plugin]).',
  stranger: (value) => `Expected plugins made with definePlugin, received ${describeValue(value)}.`,
  sameId: (id) => `Two plugins have the id "${id}". List it once, or rename one of them.`,
  sameService: (one, other, token) =>
    `"${one}" and "${other}" both provide "${token}". List only one of them.`,
  cycle: (...ids) => `These plugins need each other in a circle: ${ids.map((id) => `"${id}"`).join(' → ')}.`,
  noOption: (name, known) => `There is no option "${name}". There are: ${known.join(', ')}.`,
  noOptions: (other) => `createKernel() takes an object of options, got ${other}.`,
  option: (name, value) =>
    `The option "${name}" must be a ${optionForms[name]}; received ${JSON.stringify(value)}.`,
  sharedId: (id) => `Two kernels of this page have the id "${id}" and share what they store.`,
  sharedIdHelp: () =>
    'Give one of them an id of its own, createKernel([...], { id }), or dispose the first one.',
  otherKernel: (id, range, version) =>
    `The plugin "${id}" is made for kernel ${range}, and this kernel is ${version}. Install matching versions.`,
  rangeUnread: (id) => `The plugin "${id}" states a kernel range that cannot be read.`,
  rangeMissing: (id) => `The plugin "${id}" does not say which kernel it is made for.`,
  rangeHelp: (range) =>
    `Expected a range such as "^1.0.0", "1.x" or ">=1.2.0 <3"; received ${JSON.stringify(range) ?? 'nothing'}.`,
  undeclared: (id, token) => `"${id}" must provide "${token}" exactly once, in setup, and declare it.`,
  undeclaredHelp: () => 'List the token in `provides` and call context.provide(token, factory) in setup.',
  asyncSetup: (id) => `The setup of "${id}" is asynchronous, so nothing of it is used.`,
  asyncSetupHelp: () => 'Declare in setup, and wait in the `start` that setup returns.',
  missing: (id, ...tokens) => `Nothing provides ${quoted(tokens)}, which "${id}" needs.`,
  missingHelp: (...packages) =>
    `Add ${packages.join(' and ') || 'the plugin that provides it'} to createKernel([...]); if it is listed, see why it failed.`,
  noService: (id) => `Nothing provides the service "${id}".`,
  noServiceHelp: () =>
    'Add the plugin that provides it to createKernel([...]), or ask with find() if it is optional.',
  noId: (point) => `An entry of "${point}" has no id: a text that is not empty.`,
  unread: (point, id, member, why) =>
    `${id === undefined ? 'An entry' : `"${id}"`} of "${point}" cannot be read: its \`${member}\` threw: ${why}`,
  member: (point, id, member, kind) => `"${id}" in "${point}" needs \`${member}\`: a ${kind}.`,
  capability: (id) =>
    `${id === undefined ? 'A capability' : `The capability "${id}"`} of a namespace has no value: list what capability(token, value) returns.`,
  twice: (point, id) => `"${id}" was added to "${point}" twice.`,
  twiceHelp: (owner) => `The first one came from the plugin "${owner}".`,
  prefix: () => "Prefix ids with the plugin's own id.",
  oneNamespace: () => 'Two plugins add the same chains: list only one of them.',
  unlisted: (...namespaces) =>
    `is for ${namespaces.length > 0 ? quoted(namespaces) : 'no namespace'}, which no plugin adds.`,
  namespace: (id) =>
    `The namespace ${JSON.stringify(id)} cannot be used: expected ${/^[-a-z0-9]{3,8}$/.test(id) ? namespaceForms.networks : namespaceForms.id}.`,
  network: (namespace, id, rule) =>
    `The network ${JSON.stringify(id)} of "${namespace}" cannot be used: expected ${networkForms[rule]}.`,
  method: (plugin, entry, method, why) =>
    `"${entry}" of the plugin "${plugin}" failed in ${method}(): ${why}`,
  setUp: (id, why) => `The plugin "${id}" could not be set up: ${why}`,
  start: (id, why) => `The plugin "${id}" could not be started: ${why}`,
  failed: (id, why) => `The plugin "${id}" failed: ${why}`,
  listener: () => 'A listener of the kernel threw.',
  eventListener: (event) => `A listener of the event "${event}" threw.`,
  cleanup: (id) => `A cleanup of the plugin "${id}" threw.`,
  slowStart: (id) => `The plugin "${id}" has been starting for over a second.`,
  slowCleanup: (id, seconds) => `The plugin "${id}" has been cleaning up for over ${seconds} seconds.`,
  standIn: (id) => `${id}: the kernel's own service stands in.`,
  copies: (...versions) =>
    `${versions.length} copies of @latchkey/kernel are loaded (${versions.join(', ')}).`,
  navigation: () => 'A close guard or an approval callback threw.',
  undrawn: (view) => `Nothing draws the view "${view}", so it was not opened.`,
  asyncSchema: () => 'Asynchronous schemas are not supported at this border.',
  amount: (form, value, decimals) =>
    `Received: ${form}, with value ${value} and decimals ${typeof decimals === 'number' ? decimals : typeof decimals}.`,
  amountHelp: () =>
    'Expected: { value: a bigint in the smallest unit that the network can hold, decimals: a whole number from 0 to 77, symbol: a text }.',
  readOnly: (member) => `This state is read-only: "${member}" is changed by its service alone.`,
  STORAGE_BLOCKED: () =>
    'The browser does not let this page store data, so the connection will not survive a reload.',
  STORAGE_FULL: () =>
    'The browser has no room left for this page, so the latest change will not survive a reload.',
  STORAGE_CORRUPT: () => 'Stored data was damaged or came from another program, so it was dropped.',
  unremoved: (name) => `The old "${name}" could not be removed.`,
  tooLong: (limit) => `It holds more than ${limit} characters.`,
  restore: () => 'Earlier sessions could not be taken up.',
  wallets: () => 'A connected wallet cannot be used: its code, or who follows it, failed.',
  unchecked: (namespace) => `An address of "${namespace}" could not be checked.`,
  unapproved: () => 'Nothing can be approved before the code that talks to wallets is loaded.',
  disposed: (owner) => `"${owner}" was used after it was disposed.`,
}

const optionForms = {
  id: 'text that is not empty',
  app: 'record',
  storage: 'storage adapter, such as cookieStorage()',
  enableReconnect: 'boolean',
  defaultNetwork: 'CAIP-2 id such as "eip155:1"',
  logLevel: 'level: silent, error, warn, info or debug',
  onPluginError: 'choice: "contain" or "throw"',
  clock: 'clock',
}

const namespaceForms = {
  id: '3 to 8 of -, a-z, 0-9 as its `id`',
  networks: 'a list as its `networks`',
}

const networkForms = {
  object: 'an object',
  id: '`id` to be a CAIP-2 id of the namespace',
  namespace: '`namespace` to be the one it is listed under',
  name: '`name` to be a text',
  currency: '`nativeCurrency` to have a name and a symbol',
  decimals: '`nativeCurrency.decimals` to be a whole number from 0 to 36',
  rpcUrls: '`rpcUrls` to be a list of http(s) or ws(s) addresses',
  explorer: '`explorer.url` to be an http(s) address',
  closed: '`closed` to have a day such as 2026-07-31 and a text',
  once: 'it to be listed once',
}

function describeValue(value) {
  if (typeof value === 'function') return 'a function: call it, for example eip155() and not eip155'
  if (typeof value !== 'object') return `a ${typeof value}`
  if (typeof value.id !== 'string' || value.id === '') return 'an object without an id'
  return `"${value.id}", which lacks a setup or names tokens that are undefined (check for a circular import)`
}

export const say = (name, ...parts) => sentences[name](...parts)

export const inDevelopment = true
