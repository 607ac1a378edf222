// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ERC-20 that burns a hundredth part of every transfer: the receiver gets less than was sent.
contract TaxedToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public constant name = "Taxed Token";
    string public constant symbol = "TAXED";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    /// In basis points.
    uint256 public tax = 100;

    constructor(address[] memory holders, uint256 amountEach) {
        totalSupply = amountEach * holders.length;
        for (uint256 index; index < holders.length; index++) {
            balanceOf[holders[index]] += amountEach;
            emit Transfer(address(0), holders[index], amountEach);
        }
    }

    function setTax(uint256 basisPoints) external {
        tax = basisPoints;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        uint256 burnt = (value * tax) / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += value - burnt;
        totalSupply -= burnt;
        emit Transfer(from, to, value - burnt);
        emit Transfer(from, address(0), burnt);
    }
}
