/**
 * The commands the Redis stores use, as raw command arrays: `(command) => client.sendCommand(command)` for
 * node-redis, `([name, ...args]) => client.call(name, ...args)` for ioredis. Works with Valkey and KeyDB.
 */
export type RedisCommand = (command: readonly string[]) => Promise<unknown>
