#!/usr/bin/env bash
# base58 of @scure/base 2.4.0 encodes at most 2,048 bytes and decodes at most 4,096 characters, and throws "invalid length" beyond.
# Its older line took any length. A Solana transaction of version 1 has up to 4,096 bytes, and a message to sign may be longer.
# @solana/kit's base58 codec takes any length.
# Output seen:
#   @scure/base: 2048 bytes are encoded, 2049: invalid length
#   @scure/base: 4096 characters are decoded, 4097: invalid length
#   @solana/kit: 4096 bytes are encoded, and decoded again
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @scure/base@2.4.0 @solana/kit@8.4.0 typescript@5.9.3
cat >ask.mjs <<'JS'
import { base58 } from '@scure/base'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'

const saying = (run) => {
  try {
    run()
    return undefined
  } catch (error) {
    return error.message
  }
}
const bytes = (length) => new Uint8Array(length).fill(7)
if (saying(() => base58.encode(bytes(2048)))) throw new Error('@scure/base encodes less now')
const longBytes = saying(() => base58.encode(bytes(2049)))
if (!longBytes) throw new Error('@scure/base encodes more now')
console.log(`@scure/base: 2048 bytes are encoded, 2049: ${longBytes}`)
if (saying(() => base58.decode('2'.repeat(4096)))) throw new Error('@scure/base decodes less now')
const longText = saying(() => base58.decode('2'.repeat(4097)))
if (!longText) throw new Error('@scure/base decodes more now')
console.log(`@scure/base: 4096 characters are decoded, 4097: ${longText}`)
const text = getBase58Decoder().decode(bytes(4096))
if (getBase58Encoder().encode(text).length !== 4096) throw new Error('kit does not take it any more')
console.log('@solana/kit: 4096 bytes are encoded, and decoded again')
JS
node ask.mjs
