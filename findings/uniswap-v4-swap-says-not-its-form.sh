#!/usr/bin/env bash
# Uniswap's universal router is told of a v4 swap by the same call, the same command (0x10) and the same action byte (0x07), in forms that
# differ by the router's version: 2.1.1 has a list of prices between the path and the amounts. Nothing in the bytes says which form they have.
# Read in the older form, newer bytes are no error: a place within the bytes is taken for the amount, and the amount for the minimum.
# So a reader has to know the router's version by its address.
#   @uniswap/v4-sdk 2.4.0: V4Planner writes and V4BaseActionsParser reads a swap of 1000000 for at least 990000.
# Output seen:
#   2.0: action 0x07, 416 bytes
#   2.1.1: action 0x07, 512 bytes
#   written for 2.0, read for 2.0: amount 1000000, minimum 990000
#   written for 2.1.1, read for 2.1.1: amount 1000000, minimum 990000
#   written for 2.1.1, read for 2.0: amount 416, minimum 1000000
#   written for 2.0, read for 2.1.1: refused, BUFFER_OVERRUN
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @uniswap/v4-sdk@2.4.0 ethers@5.8.0
cat >plan.cjs <<'JS'
const { strictEqual } = require('node:assert')
const { Actions, URVersion, V4BaseActionsParser, V4Planner } = require('@uniswap/v4-sdk')
const { BigNumber, utils } = require('ethers')
const versions = { '2.0': URVersion.V2_0, '2.1.1': URVersion.V2_1_1 }
const coin = `0x${'00'.repeat(20)}`
const hop = { intermediateCurrency: `0x${'22'.repeat(20)}`, fee: 500, tickSpacing: 10, hooks: coin, hookData: '0x' }
const swap = { currencyIn: coin, path: [hop], amountIn: '1000000', amountOutMinimum: '990000' }
const plan = (version, more) => new V4Planner().addAction(Actions.SWAP_EXACT_IN, [{ ...swap, ...more }], versions[version]).finalize()
const plans = { '2.0': plan('2.0', {}), '2.1.1': plan('2.1.1', { minHopPriceX36: [BigNumber.from(0)] }) }

function say(line, expected) {
  console.log(line)
  strictEqual(line, expected)
}

function read(written, as) {
  try {
    const { value } = V4BaseActionsParser.parseCalldata(plans[written], versions[as]).actions[0].params[0]
    return `amount ${value.amountIn}, minimum ${value.amountOutMinimum}`
  } catch (error) {
    return `refused, ${error.code}`
  }
}

for (const [version, bytes] of [['2.0', 416], ['2.1.1', 512]]) {
  const [actions, [input]] = utils.defaultAbiCoder.decode(['bytes', 'bytes[]'], plans[version])
  say(`${version}: action ${actions}, ${(input.length - 2) / 2} bytes`, `${version}: action 0x07, ${bytes} bytes`)
}
for (const [written, as, seen] of [
  ['2.0', '2.0', 'amount 1000000, minimum 990000'],
  ['2.1.1', '2.1.1', 'amount 1000000, minimum 990000'],
  ['2.1.1', '2.0', 'amount 416, minimum 1000000'],
  ['2.0', '2.1.1', 'refused, BUFFER_OVERRUN'],
]) {
  const start = `written for ${written}, read for ${as}: `
  say(start + read(written, as), start + seen)
}
JS
node plan.cjs
