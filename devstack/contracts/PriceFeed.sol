// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A feed with the functions of AggregatorV3Interface that anyone may set: a price, or whether a sequencer is down.
contract PriceFeed {
    struct Round {
        uint80 roundId;
        int256 answer;
        uint256 startedAt;
        uint256 updatedAt;
        uint80 answeredInRound;
    }

    uint8 public immutable decimals;
    string public description;
    uint256 public constant version = 1;
    Round private round;

    constructor(string memory feedDescription, uint8 feedDecimals, int256 answer, uint256 time) {
        description = feedDescription;
        decimals = feedDecimals;
        round = Round(1, answer, time, time, 1);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (round.roundId, round.answer, round.startedAt, round.updatedAt, round.answeredInRound);
    }

    function setRound(
        uint80 roundId,
        int256 answer,
        uint256 startedAt,
        uint256 updatedAt,
        uint80 answeredInRound
    ) external {
        round = Round(roundId, answer, startedAt, updatedAt, answeredInRound);
    }
}
