// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface Receipts {
    function mint(address to, uint256 id, string calldata link) external;
}

/// Sells one thing for a token. Buying takes three calls: the buyer allows the price, pays, and takes a receipt (ERC-721).
contract LocalShop {
    error NotFor(uint256 amount, uint256 price);
    error AlreadyPaid(uint256 order);
    error NotPaid(uint256 order, address account);

    event Paid(uint256 indexed order, address indexed buyer, uint256 amount);

    Token public immutable token;
    Receipts public immutable receipts;
    uint256 public immutable price;
    address public immutable till;
    mapping(uint256 order => address) public buyerOf;

    constructor(Token priceToken, uint256 priceAmount, Receipts collection, address keeper) {
        token = priceToken;
        price = priceAmount;
        receipts = collection;
        till = keeper;
    }

    function pay(uint256 order, uint256 amount) external {
        if (amount != price) revert NotFor(amount, price);
        if (buyerOf[order] != address(0)) revert AlreadyPaid(order);
        buyerOf[order] = msg.sender;
        require(token.transferFrom(msg.sender, till, amount));
        emit Paid(order, msg.sender, amount);
    }

    function takeReceipt(uint256 order) external {
        if (buyerOf[order] != msg.sender) revert NotPaid(order, msg.sender);
        receipts.mint(msg.sender, order, "");
    }
}
