import { currentPrice } from '../catalogue/current-price.ts';
import { offerFactNames } from '../catalogue/offer.ts';
