// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OwnedAccount} from "./OwnedAccount.sol";

/// Deploys an OwnedAccount at an address known beforehand, which is what ERC-6492 signatures need.
contract OwnedAccountFactory {
    function addressOf(address owner, bytes32 salt) public view returns (address) {
        bytes32 codeHash = keccak256(abi.encodePacked(type(OwnedAccount).creationCode, abi.encode(owner)));
        bytes32 digest = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, codeHash));
        return address(uint160(uint256(digest)));
    }

    function create(address owner, bytes32 salt) external returns (address account) {
        account = addressOf(owner, salt);
        if (account.code.length == 0) account = address(new OwnedAccount{salt: salt}(owner));
    }
}
