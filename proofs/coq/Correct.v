(** The formula of a puzzle has a model exactly when the puzzle has a solution. *)
From Coq Require Import ZArith List Bool Lia FMapPositive.
From Satdoku Require Import Puzzle Cnf Encode Kinds Relations.
Import ListNotations.
Open Scope Z_scope.

Lemma upto_in n x : In x (upto n) <-> 0 <= x < Z.of_nat n.
Proof.
  induction n as [|n IH]; cbn [upto].
  - split; [intros []|lia].
  - rewrite in_app_iff, IH. simpl In. lia.
Qed.

Lemma key_same v w : 0 <= v -> 0 <= w -> variable_key v = variable_key w -> v = w.
Proof. unfold variable_key. intros V W E. apply Z2Pos.inj in E; lia. Qed.

Lemma ascending_above l : forall least, ascending least l = true ->
  NoDup l /\ forall x, In x l -> least < x.
Proof.
  induction l as [|y l IH]; simpl; intros least H; [split; [constructor|easy]|].
  apply andb_prop in H as (L & H). apply Z.ltb_lt in L. destruct (IH y H) as (N & A). split.
  - constructor; auto. intros I. apply A in I. lia.
  - intros x [<-|I]; auto. apply A in I. lia.
Qed.

Lemma nodup_key {A B} (l : list (A * B)) x y z :
  NoDup (map fst l) -> In (x, y) l -> In (x, z) l -> y = z.
Proof.
  induction l as [|(u, v) l IH]; simpl; intros N I J; [easy|]. inversion N; subst.
  assert (K : forall w, In (x, w) l -> In x (map fst l)).
  { intros w Iw. apply in_map_iff. now exists (x, w). }
  destruct I as [I|I], J as [J|J].
  - congruence.
  - inversion I; subst. exfalso. eauto.
  - inversion J; subst. exfalso. eauto.
  - auto.
Qed.

Lemma nodup_map_inj (a : Z -> Z) l u v :
  NoDup (map a l) -> In u l -> In v l -> a u = a v -> u = v.
Proof.
  induction l as [|w l IH]; simpl; intros N I J E; [easy|]. inversion N as [|? ? NI N']; subst.
  destruct I as [->|I], J as [->|J]; auto; exfalso; apply NI.
  - rewrite E. now apply in_map.
  - rewrite <- E. now apply in_map.
Qed.

(** * The relations of the puzzle itself. *)
Section Top.
  Variable row : Z -> list (Z * Z).
  Variable count base : Z.
  Variable a : Z -> Z.
  Hypothesis base_least : 0 <= base.
  Hypothesis row_range : forall v d x, In (d, x) (row v) -> 0 < x <= base.
  Hypothesis has : forall v, known_variable count v = true -> exists x, In (a v, x) (row v).
  Variable digits : list Z.
  Variable cell_count : Z.
  Hypothesis digits_right : ascending (-1) digits = true.
  Hypothesis cell_digits : forall v, 0 <= v < cell_count -> In (a v) digits.

  Lemma values_in vs :
    all_known count vs ->
    incl (map a vs) (if all_cells cell_count vs then digits else values_of row vs).
  Proof.
    intros K d I. apply in_map_iff in I as (v & <- & I).
    assert (Kv : known_variable count v = true) by (eapply all_known_in; eauto).
    destruct (all_cells cell_count vs) eqn:C.
    - apply cell_digits. unfold all_cells in C. rewrite forallb_forall in C. specialize (C v I).
      unfold known_variable in Kv. apply andb_prop in Kv as (Kv & _).
      apply Z.ltb_lt in C. apply Z.leb_le in Kv. lia.
    - unfold values_of. apply (each_once_in _ _ eqb_iff). left. apply in_flat_map. exists v. split; auto.
      destruct (has v Kv) as (x & J). apply in_map_iff. now exists (a v, x).
  Qed.

  Lemma group_of_models rho vs :
    all_known count vs -> linked row a rho -> NoDup (map a vs) ->
    models rho (group_of row digits cell_count vs).
  Proof. intros K L N. eapply group_models; eauto using values_in. Qed.

  Lemma group_of_nodup rho vs :
    all_known count vs -> linked row a rho -> models rho (group_of row digits cell_count vs) ->
    NoDup (map a vs).
  Proof. intros K L M. eapply group_nodup; eauto. Qed.

  Lemma sum_means vs total top :
    all_known count vs -> base <= top ->
    let f := group_of row digits cell_count vs
             ++ fst (if all_cells cell_count vs then digit_set_sum row vs total digits top
                     else simple row (DigitSetSum vs total) [] top) in
    let h := holds a (DigitSetSum vs total) in
    sound row a h [] top f /\ complete row a h [] f.
  Proof.
    intros K B. cbn zeta. cbn [holds].
    assert (G : forall f,
      sound row a (distinct (map a vs) && (total_of (map a vs) =? total)) [] top f ->
      (forall rho, linked row a rho -> NoDup (map a vs) -> models rho f -> total_of (map a vs) = total) ->
      sound row a (distinct (map a vs) && (total_of (map a vs) =? total)) [] top
        (group_of row digits cell_count vs ++ f) /\
      complete row a (distinct (map a vs) && (total_of (map a vs) =? total)) []
        (group_of row digits cell_count vs ++ f)).
    { intros f S C. split.
      - intros rho L H. destruct (S rho L H) as (rho' & E & M). exists rho'. split; auto.
        apply models_app. split; auto. destruct H as [H|H]; [|now apply clause_true_nil in H].
        apply andb_prop in H as (H & _). apply group_of_models; auto.
        + eapply linked_extends; eauto.
        + now apply distinct_nodup.
      - intros rho L M N. apply models_app in M as (M & Mf). apply group_of_nodup in M; auto.
        apply andb_true_iff. split; [now apply distinct_nodup|]. apply Z.eqb_eq. eauto. }
    apply ascending_above in digits_right as (DN & DL).
    assert (DL' : forall d, In d digits -> 0 <= d) by (intros d I; apply DL in I; lia).
    destruct (all_cells cell_count vs) eqn:C.
    - assert (I : incl (map a vs) digits) by (pose proof (values_in vs K) as V; now rewrite C in V).
      apply G.
      + eapply digit_set_sum_sound; eauto.
      + intros rho L N M. eapply digit_set_sum_complete; eauto.
    - destruct (simple_means row count base a base_least row_range has (DigitSetSum vs total) [] top)
        as (S & Co); auto.
      { unfold sane. cbn [own_variables]. rewrite andb_true_r. exact K. }
      apply G; auto. intros rho L N M. specialize (Co rho L M (clause_true_nil rho)).
      cbn [holds] in Co. apply andb_prop in Co as (_ & Co). now apply Z.eqb_eq in Co.
  Qed.

  Lemma top_relation_means r top f top' :
    base <= top -> top_relation row count digits cell_count r top = Some (f, top') ->
    means row a (holds a r) [] top f top'.
  Proof.
    intros B E. unfold top_relation in E. destruct (sane count r) eqn:S; [|discriminate].
    cbn [negb] in E. pose proof S as K. unfold sane in K. apply andb_prop in K as (K & _).
    destruct r; try (eapply encoded_means; eauto; fail); cbn [own_variables] in K.
    - eapply written_means; eauto.
      + intros rho L H. exists rho. split; [apply extends_refl|].
        destruct H as [H|H]; [|now apply clause_true_nil in H].
        apply group_of_models; auto. now apply distinct_nodup.
      + intros rho L M N. apply distinct_nodup. eapply group_of_nodup; eauto.
    - destruct (sum_means vs total top K B) as (So & Co).
      destruct (if all_cells cell_count vs then _ else _) as (f0, t0). cbn [fst] in So, Co.
      eapply written_means; eauto.
  Qed.
End Top.

Lemma top_relation_sane row count digits cells r top :
  top_relation row count digits cells r top <> None -> sane count r = true.
Proof. unfold top_relation. now destruct (sane count r). Qed.

Lemma sequence_some {A} (e : A -> Z -> Z -> output) l : forall i top,
  sequence e l i top <> None -> forall x, In x l -> exists j t, e x j t <> None.
Proof.
  induction l as [|y l IH]; cbn [sequence]; intros i top S x I; [easy|].
  destruct (e y i top) as [(f, t)|] eqn:E; [|easy]. destruct I as [->|I].
  - exists i, top. congruence.
  - destruct (sequence e l (i + 1) t) as [(g, t')|] eqn:Q; [|easy].
    apply (IH (i + 1) t); auto. congruence.
Qed.

(** * Domains. *)

Lemma numbered_nth {A} (l : list A) : forall i c x,
  In (c, x) (numbered i l) -> exists n, nth_error l n = Some x /\ c = i + Z.of_nat n + 1.
Proof.
  induction l as [|y l IH]; cbn [numbered]; intros i c x I; [easy|]. destruct I as [I|I].
  - inversion I; subst. exists 0%nat. split; [reflexivity|lia].
  - apply IH in I as (n & E & ->). exists (S n). split; [exact E|lia].
Qed.
Lemma nth_numbered {A} (l : list A) : forall i n x,
  nth_error l n = Some x -> In (i + Z.of_nat n + 1, x) (numbered i l).
Proof.
  induction l as [|y l IH]; intros i [|n] x E; simpl in E; try discriminate.
  - inversion E; subst. left. f_equal. lia.
  - cbn [numbered]. right. replace (i + Z.of_nat (S n) + 1) with (i + 1 + Z.of_nat n + 1) by lia. auto.
Qed.

Lemma givens_hold p a :
  (forall r, In r (given_relations p) -> holds a r = true) <->
  (forall c g, nth_error (concat (givens p)) c = Some g -> g <> o -> a (Z.of_nat c) = g).
Proof.
  unfold given_relations. split.
  - intros H c g E N. assert (Hd : holds a (Domain (Z.of_nat c) [g]) = true).
    { apply H. apply in_map_iff. exists (0 + Z.of_nat c + 1, g). split; [f_equal; lia|].
      apply filter_In. split; [now apply nth_numbered|]. apply negb_true_iff, Z.eqb_neq, N. }
    cbn [holds mem existsb] in Hd. rewrite orb_false_r in Hd. now apply Z.eqb_eq in Hd.
  - intros H r I. apply in_map_iff in I as ((c, g) & <- & I). apply filter_In in I as (I & N).
    apply numbered_nth in I as (n & E & ->). apply negb_true_iff, Z.eqb_neq in N.
    cbn [holds mem existsb]. rewrite orb_false_r. apply Z.eqb_eq.
    replace (0 + Z.of_nat n + 1 - 1) with (Z.of_nat n) by lia. eauto.
Qed.

Lemma solution_all p a :
  solution p a <->
  (forall c, 0 <= c < cells p -> In (a c) (digits p)) /\
  (forall r, In r (all_relations p) -> holds a r = true).
Proof.
  unfold solution, all_relations. rewrite <- givens_hold. split.
  - intros (D & G & R). split; auto. intros r I. apply in_app_or in I as [I|I]; auto.
  - intros (D & R). repeat split; auto; intros; apply R, in_or_app; auto.
Qed.

Section Domains.
  Variable p : puzzle.
  Variable a : Z -> Z.
  Hypothesis solved : solution p a.
  Hypothesis alone_right : forall r, In r (all_relations p) ->
    match alone r with Some (v, _, _) => 0 <= v | None => True end.

  Definition fair (m : PositiveMap.t (list Z)) : Prop :=
    forall v l, 0 <= v -> PositiveMap.find (variable_key v) m = Some l -> In (a v) l.

  Lemma fair_add m w l : 0 <= w -> fair m -> In (a w) l -> fair (PositiveMap.add (variable_key w) l m).
  Proof.
    intros W F I v l' V E. destruct (Pos.eq_dec (variable_key v) (variable_key w)) as [K|K].
    - apply key_same in K; auto. subst. rewrite PositiveMap.gss in E. now inversion E; subst.
    - rewrite PositiveMap.gso in E by exact K. eauto.
  Qed.

  Lemma alone_keeps r v keeps values :
    holds a r = true -> alone r = Some (v, keeps, values) -> keeps (a v) = true /\ In (a v) values.
  Proof.
    destruct r; simpl; try discriminate.
    - intros H E. inversion E; subst. split; [exact H|now apply mem_in].
    - destruct (Z.eqb_spec u v0) as [<-|]; [|discriminate]. intros H E. inversion E; subst.
      split; [exact H|]. apply existsb_exists in H as ((x, y) & I & H). apply andb_prop in H as (H & _).
      apply Z.eqb_eq in H. apply in_map_iff. exists (x, y). auto.
  Qed.

  Lemma domains_fair : fair (domains p).
  Proof.
    pose proof solved as S. apply solution_all in S as (D & R). unfold domains.
    assert (F0 : fair (fold_left (fun m c => PositiveMap.add (variable_key c) (digits p) m)
      (upto (length (concat (givens p)))) (PositiveMap.empty (list Z)))).
    { assert (U : forall c, In c (upto (length (concat (givens p)))) -> 0 <= c < cells p).
      { intros c I. now apply upto_in in I. }
      assert (E : fair (PositiveMap.empty (list Z))).
      { intros v l _ E. now rewrite PositiveMap.gempty in E. }
      revert U E. generalize (PositiveMap.empty (list Z)).
      induction (upto _) as [|c l IH]; intros m U E; [exact E|]. cbn [fold_left]. apply IH.
      - intros c' I. apply U. now right.
      - assert (0 <= c < cells p) by (apply U; now left). apply fair_add; auto; lia. }
    revert F0. generalize (fold_left (fun m c => PositiveMap.add (variable_key c) (digits p) m)
      (upto (length (concat (givens p)))) (PositiveMap.empty (list Z))).
    pose proof alone_right as AR. revert R AR. generalize (all_relations p).
    induction l as [|r l IH]; intros R AR m F; [exact F|]. cbn [fold_left].
    apply IH; [intros; apply R; now right|intros; apply AR; now right|].
    unfold domain_step. specialize (AR r (or_introl eq_refl)).
    destruct (alone r) as [((v, keeps), values)|] eqn:A; [|exact F].
    destruct (alone_keeps r v keeps values) as (K & I); auto; [apply R; now left|].
    apply fair_add; auto. destruct (PositiveMap.find (variable_key v) m) as [l'|] eqn:E;
      apply filter_In; eauto.
  Qed.

  Hypothesis every : forall v, 0 <= v < variables p ->
    exists l, PositiveMap.find (variable_key v) (domains p) = Some l.
  Hypothesis groups_right : forall vs v, In vs (groups p) -> In v vs -> 0 <= v < variables p.

  Definition open_to (t : PositiveMap.t (list Z)) : Prop :=
    forall v, 0 <= v < variables p -> In (a v) (domain_of t v).

  Lemma groups_differ vs : In vs (groups p) -> NoDup (map a vs).
  Proof.
    pose proof solved as S. apply solution_all in S as (_ & R). unfold groups. intros I.
    apply in_flat_map in I as (r & I & J). specialize (R r I).
    destruct r; cbn in J; try contradiction; destruct J as [<-|[]]; cbn [holds] in R.
    - now apply distinct_nodup.
    - apply andb_prop in R as (R & _). now apply distinct_nodup.
  Qed.

  Lemma domains_open : open_to (domains p).
  Proof.
    intros v V. destruct (every v V) as (l & E). unfold domain_of. rewrite E.
    apply (domains_fair v l); auto. lia.
  Qed.

  Lemma singles_right vs u e :
    (forall v, In v vs -> 0 <= v < variables p) -> In (u, e) (singles (domains p) vs) ->
    In u vs /\ a u = e.
  Proof.
    intros K I. unfold singles in I. apply in_flat_map in I as (v & I & J).
    pose proof (domains_open v (K v I)) as D.
    destruct (domain_of (domains p) v) as [|d [|? ?]]; cbn in J; try contradiction.
    destruct J as [J|[]]. inversion J; subst. split; auto. now destruct D as [D|[]].
  Qed.

  Lemma without_taken_open vs t :
    In vs (groups p) -> open_to t -> open_to (without_taken (domains p) t vs).
  Proof.
    intros G T. unfold without_taken. pose proof (groups_differ vs G) as N.
    assert (K : forall v, In v vs -> 0 <= v < variables p) by eauto.
    assert (P : forall v, In v vs -> negb (taken (singles (domains p) vs) v (a v)) = true).
    { intros v I. apply negb_true_iff, not_true_iff_false. intros H.
      apply existsb_exists in H as ((u, e) & J & H). apply andb_prop in H as (H & E).
      apply Z.eqb_eq in E. apply negb_true_iff, Z.eqb_neq in H.
      apply singles_right in J as (J & Ea); auto. apply H.
      apply (nodup_map_inj a vs); auto. congruence. }
    revert P. generalize (singles (domains p) vs). intros placed P.
    assert (Q : forall l t, (forall v, In v l -> In v vs) -> open_to t ->
      open_to (fold_left (fun t v => PositiveMap.add (variable_key v)
        (filter (fun d => negb (taken placed v d)) (domain_of t v)) t) l t)).
    { induction l as [|w l IH]; intros t0 Sub T0; [exact T0|]. cbn [fold_left]. apply IH.
      - intros v I. apply Sub. now right.
      - assert (Iw : In w vs) by (apply Sub; now left). pose proof (K w Iw) as Kw.
        intros v V. unfold domain_of at 1.
        destruct (Pos.eq_dec (variable_key v) (variable_key w)) as [Ek|Ek].
        + apply key_same in Ek; [|lia|lia]. subst w. rewrite PositiveMap.gss.
          apply filter_In. auto.
        + rewrite PositiveMap.gso by exact Ek. exact (T0 v V). }
    apply Q; auto.
  Qed.

  Lemma open_domains_open : open_to (open_domains p).
  Proof.
    unfold open_domains. assert (S : forall vs, In vs (groups p) -> In vs (groups p)) by auto.
    revert S. pose proof domains_open as O. revert O.
    generalize (domains p) at 1 3. generalize (groups p) at 1 3.
    induction l as [|vs l IH]; intros t O S; [exact O|]. cbn [fold_left]. apply IH.
    - apply without_taken_open; auto. apply S. now left.
    - intros ws I. apply S. now right.
  Qed.
End Domains.

(** * The table of literals. *)
Lemma number_row_in all kept top d x :
  In (d, x) (number_row all kept top) -> In d all /\ In d kept.
Proof.
  unfold number_row. intros I. apply in_map_iff in I as ((y, e) & E & I). inversion E; subst.
  apply filter_In in I as (I & M). apply numbered_in in I as (_ & I). split; auto. now apply mem_in.
Qed.
Lemma in_number_row all kept top d : In d all -> In d kept -> exists x, In (d, x) (number_row all kept top).
Proof.
  intros I K. destruct (in_numbered all top d I) as (x & J). exists x. unfold number_row.
  apply in_map_iff. exists (x, d). split; auto. apply filter_In. split; auto. now apply mem_in.
Qed.

Definition all_of (p : puzzle) (m : PositiveMap.t (list Z)) (v : Z) : list Z :=
  if v <? cells p then digits p else domain_of m v.

Lemma numbered_rows_in p m vs : forall top v r,
  In (v, r) (fst (numbered_rows p m vs top)) ->
  In v vs /\ exists t, r = number_row (all_of p m v) (domain_of m v) t.
Proof.
  induction vs as [|w vs IH]; intros top v r I; [easy|]. cbn [numbered_rows] in I.
  fold (all_of p m w) in I. specialize (IH (after_all top (all_of p m w))).
  destruct (numbered_rows p m vs (after_all top (all_of p m w))) as (rows, t).
  cbn [fst] in *. destruct I as [I|I].
  - inversion I; subst. split; [now left|eauto].
  - apply IH in I as (I & J). split; [now right|auto].
Qed.
Lemma in_numbered_rows p m vs : forall top v,
  In v vs -> exists r, In (v, r) (fst (numbered_rows p m vs top)).
Proof.
  induction vs as [|w vs IH]; intros top v I; [easy|]. cbn [numbered_rows].
  fold (all_of p m w). specialize (IH (after_all top (all_of p m w))).
  destruct (numbered_rows p m vs (after_all top (all_of p m w))) as (rows, t). cbn [fst] in *.
  destruct I as [->|I]; [eexists; now left|]. destruct (IH v I) as (r & J). exists r. now right.
Qed.

Lemma rows_map_find rows v r :
  (forall w s, In (w, s) rows -> 0 <= w) -> 0 <= v ->
  PositiveMap.find (variable_key v) (rows_map rows) = Some r -> In (v, r) rows.
Proof.
  intros P V. induction rows as [|(w, s) rows IH]; simpl; intros E.
  - now rewrite PositiveMap.gempty in E.
  - destruct (Pos.eq_dec (variable_key v) (variable_key w)) as [K|K].
    + apply key_same in K; [|exact V|eapply P; now left]. subst. rewrite PositiveMap.gss in E.
      inversion E; subst. now left.
    + rewrite PositiveMap.gso in E by exact K. right. apply IH; auto.
      intros w' s' I. eapply P. right. exact I.
Qed.
Lemma rows_map_some rows v r :
  In (v, r) rows -> PositiveMap.find (variable_key v) (rows_map rows) <> None.
Proof.
  induction rows as [|(w, s) rows IH]; simpl; intros I; [easy|].
  destruct (Pos.eq_dec (variable_key v) (variable_key w)) as [K|K].
  - rewrite K, PositiveMap.gss. easy.
  - rewrite PositiveMap.gso by exact K. destruct I as [I|I]; auto. inversion I; subst. easy.
Qed.

Lemma no_two_equal rho l : forall x y, models rho (no_two l) -> (forall z, In z l -> 0 < z) ->
  In x l -> In y l -> rho x = true -> rho y = true -> x = y.
Proof.
  induction l as [|z l IH]; intros x y M P I J X Y; [easy|]. cbn [no_two] in M.
  apply models_app in M as (M & M'). 
  assert (Q : forall w, In w l -> rho w = true -> rho z = true -> False).
  { intros w Iw W Z0. assert (C : clause_true rho [- z; - w]).
    { apply M. apply in_map_iff. eauto. }
    rewrite !clause_true_cons, !lit_neg, W, Z0 in C by (apply P; simpl; auto).
    destruct C as [C|[C|C]]; try discriminate. now apply clause_true_nil in C. }
  destruct I as [->|I], J as [->|J]; auto.
  - exfalso. eauto.
  - exfalso. eauto.
  - apply IH; auto. intros w Iw. apply P. now right.
Qed.

Lemma forallb_exists {A} (f : A -> bool) l :
  forallb f l = false -> exists x, In x l /\ f x = false.
Proof.
  induction l as [|y l IH]; [discriminate|]. cbn [forallb]. destruct (f y) eqn:E; intros H.
  - destruct (IH H) as (x & I & F). exists x. split; [now right|exact F].
  - exists y. split; [now left|exact E].
Qed.

(** * The whole formula. *)
Section Puzzle.
  Variable p : puzzle.
  Variable formula : cnf.
  Hypothesis encoded_so : encode p = Some formula.

  Let rows := fst (table_of p).
  Let base := snd (table_of p).
  Let row := row_of (rows_map rows).

  Definition flat : list (Z * (Z * Z)) :=
    flat_map (fun vr => map (fun dx => (snd dx, (fst vr, fst dx))) (snd vr)) rows.

  Lemma flat_fst : map fst flat = flat_map (fun vr => map snd (snd vr)) rows.
  Proof.
    unfold flat. induction rows as [|(v, r) l IH]; [reflexivity|]. cbn [flat_map].
    rewrite map_app, IH, map_map. reflexivity.
  Qed.

  Lemma checks :
    well_formed p rows base = true /\
    exists f top, sequence (fun r _ => top_relation row (variables p) (digits p) (cells p) r)
                    (all_relations p) 0 base = Some (f, top) /\
                  formula = flat_map (fun vr => one_value (snd vr)) rows ++ f.
  Proof.
    pose proof encoded_so as E. unfold encode in E. unfold row, rows, base.
    destruct (table_of p) as (rs, b). cbn [fst snd] in *.
    destruct (well_formed p rs b); [|discriminate]. split; auto.
    destruct (sequence _ _ _ _) as [(f, t)|]; [|discriminate]. inversion E. eauto.
  Qed.

  Lemma rows_in v r : In (v, r) rows ->
    0 <= v < variables p /\
    exists t, r = number_row (all_of p (open_domains p) v) (domain_of (open_domains p) v) t.
  Proof.
    unfold rows, table_of. intros I. apply numbered_rows_in in I as (I & T). split; auto.
    apply upto_in in I. destruct (Z.le_gt_cases 0 (variables p)); [|lia].
    rewrite Z2Nat.id in I; auto.
  Qed.

  Lemma row_find v d x : In (d, x) (row v) -> exists r, In (v, r) rows /\ In (d, x) r /\ row v = r.
  Proof.
    unfold row, row_of. destruct (Z.ltb_spec v 0) as [|V]; [easy|].
    destruct (PositiveMap.find (variable_key v) (rows_map rows)) as [r|] eqn:E; [|easy].
    intros I. exists r. split; auto. apply rows_map_find in E; auto.
    intros w s J. apply rows_in in J as (J & _). lia.
  Qed.

  Lemma row_known v : 0 <= v < variables p -> In (v, row v) rows.
  Proof.
    intros V. assert (I : exists r, In (v, r) rows).
    { unfold rows, table_of. apply in_numbered_rows. apply upto_in. rewrite Z2Nat.id; lia. }
    destruct I as (r & I). unfold row, row_of. destruct (Z.ltb_spec v 0) as [|_]; [lia|].
    pose proof (rows_map_some rows v r I) as N.
    destruct (PositiveMap.find (variable_key v) (rows_map rows)) as [s|] eqn:E; [|easy].
    apply rows_map_find in E; auto; [|lia]. intros w s' J. apply rows_in in J as (J & _). lia.
  Qed.

  Lemma formed :
    ascending (-1) (digits p) = true /\ cells p <= variables p /\
    NoDup (map fst flat) /\ (forall x, In x (map fst flat) -> 0 < x) /\
    (forall v r, In (v, r) rows -> NoDup (map fst r)) /\
    (forall v r d x, In (v, r) rows -> In (d, x) r -> x <= base) /\
    (forall v, 0 <= v < variables p ->
       exists l, PositiveMap.find (variable_key v) (domains p) = Some l) /\
    (forall r, In r (all_relations p) ->
       match alone r with Some (v, _, _) => 0 <= v | None => True end).
  Proof.
    destruct checks as (W & _). unfold well_formed in W. rewrite !andb_true_iff in W.
    destruct W as ((((((W1 & W2) & W3) & W4) & W5) & W6) & W7).
    rewrite <- flat_fst in W3. apply ascending_above in W3 as (W3 & W3').
    rewrite forallb_forall in W4, W5, W6, W7.
    split; [exact W1|]. split; [now apply Z.leb_le|]. split; [exact W3|]. split; [exact W3'|].
    split; [|split; [|split]].
    - intros v r I. apply distinct_nodup. exact (W4 (v, r) I).
    - intros v r d x I J. specialize (W5 (v, r) I). rewrite forallb_forall in W5.
      specialize (W5 (d, x) J). now apply Z.leb_le in W5.
    - intros v V. assert (I : In v (upto (Z.to_nat (variables p)))).
      { apply upto_in. rewrite Z2Nat.id; lia. }
      specialize (W6 v I). destruct (PositiveMap.find _ _); [eauto|discriminate].
    - intros r I. specialize (W7 r I). destruct (alone r) as [((v, k), l)|]; auto.
      apply andb_prop in W7 as (W7 & _). now apply Z.leb_le in W7.
  Qed.

  Lemma in_flat v r d x : In (v, r) rows -> In (d, x) r -> In (x, (v, d)) flat.
  Proof.
    intros I J. unfold flat. apply in_flat_map. exists (v, r). split; auto.
    apply in_map_iff. exists (d, x). auto.
  Qed.

  Lemma row_range v d x : In (d, x) (row v) -> 0 < x <= base.
  Proof.
    intros I. apply row_find in I as (r & I & J & _).
    destruct formed as (_ & _ & _ & P & _ & B & _). split; [|eauto].
    apply P. apply in_map_iff. exists (x, (v, d)). split; auto. eapply in_flat; eauto.
  Qed.

  Lemma base_least : 0 <= base.
  Proof.
    unfold base, table_of. assert (G : forall vs top, 0 <= top ->
      0 <= snd (numbered_rows p (open_domains p) vs top)).
    { induction vs as [|v vs IH]; intros top T; [exact T|]. cbn [numbered_rows].
      fold (all_of p (open_domains p) v). specialize (IH (after_all top (all_of p (open_domains p) v))).
      destruct (numbered_rows p (open_domains p) vs _) as (rs, t). cbn [snd] in *. apply IH.
      unfold after_all. lia. }
    apply G. lia.
  Qed.

  Lemma known_iff v : known_variable (variables p) v = true <-> 0 <= v < variables p.
  Proof. unfold known_variable. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. tauto. Qed.

  Lemma relations_sane r : In r (all_relations p) -> sane (variables p) r = true.
  Proof.
    intros I. destruct checks as (_ & f & top & S & _).
    pose proof (sequence_some
      (fun r _ => top_relation row (variables p) (digits p) (cells p) r) (all_relations p) 0 base) as Q.
    rewrite S in Q. destruct (Q ltac:(easy) r I) as (j & t & E).
    exact (top_relation_sane _ _ _ _ _ _ E).
  Qed.

  Lemma groups_known vs v : In vs (groups p) -> In v vs -> 0 <= v < variables p.
  Proof.
    unfold groups. intros I J. apply in_flat_map in I as (r & I & K). apply relations_sane in I.
    unfold sane in I. apply andb_prop in I as (I & _). rewrite forallb_forall in I.
    apply known_iff. destruct r; cbn in K; try contradiction; destruct K as [<-|[]]; apply I, J.
  Qed.

  (** The literals that an assignment makes true. *)
  Definition valuation_of (a : Z -> Z) : valuation :=
    fun x => existsb (fun '(y, (v, d)) => (x =? y) && (a v =? d)) flat.

  Definition linked_rows (a : Z -> Z) (rho : valuation) : Prop :=
    forall v r d x, In (v, r) rows -> In (d, x) r -> rho x = (a v =? d).

  Lemma valuation_linked a : linked_rows a (valuation_of a).
  Proof.
    intros v r d x I J. pose proof (in_flat v r d x I J) as F.
    unfold valuation_of. destruct (Z.eqb_spec (a v) d) as [E|N].
    - apply existsb_exists. exists (x, (v, d)). split; auto. now rewrite E, !Z.eqb_refl.
    - apply not_true_iff_false. intros H. apply existsb_exists in H as ((y, (w, e)) & K & H).
      apply andb_prop in H as (H & H'). apply Z.eqb_eq in H, H'. subst y.
      destruct formed as (_ & _ & ND & _).
      pose proof (nodup_key flat x _ _ ND F K) as E. inversion E; subst. congruence.
  Qed.

  Lemma rows_linked a rho : linked_rows a rho -> linked row a rho.
  Proof. intros L v d x I. apply row_find in I as (r & I & J & _). eauto. Qed.

  Lemma entry_has a v r : solution p a -> In (v, r) rows -> exists x, In (a v, x) r.
  Proof.
    intros S I. apply rows_in in I as (K & t & ->).
    destruct formed as (_ & _ & _ & _ & _ & _ & D & A).
    pose proof (open_domains_open p a S A D groups_known v K) as O.
    apply in_number_row; auto. unfold all_of. destruct (Z.ltb_spec v (cells p)); auto.
    apply (proj1 S). lia.
  Qed.

  Lemma solution_has a v : solution p a -> known_variable (variables p) v = true ->
    exists x, In (a v, x) (row v).
  Proof. intros S K. apply known_iff, row_known in K. eapply entry_has; eauto. Qed.

  Lemma no_two_models rho l : (forall x, In x l -> 0 < x) ->
    (forall l1 x l2 y l3, l = l1 ++ x :: l2 ++ y :: l3 -> rho x = true -> rho y = true -> False) ->
    models rho (no_two l).
  Proof.
    induction l as [|x l IH]; intros P H; [easy|]. cbn [no_two]. apply models_app. split.
    - intros c I. apply in_map_iff in I as (y & <- & I).
      rewrite !clause_true_cons, !lit_neg by (apply P; simpl; auto).
      destruct (rho x) eqn:X; [|now left]. destruct (rho y) eqn:Y; [|now right; left].
      exfalso. apply in_split in I as (l2 & l3 & ->). apply (H [] x l2 y l3); auto.
    - apply IH; [intros; apply P; now right|]. intros l1 z l2 y l3 ->. apply (H (x :: l1) z l2 y l3); auto.
  Qed.

  Lemma one_value_models a rho : solution p a -> linked_rows a rho ->
    models rho (flat_map (fun vr => one_value (snd vr)) rows).
  Proof.
    intros S L c I. apply in_flat_map in I as ((v, r) & I & J). cbn [snd] in J.
    destruct formed as (_ & _ & _ & P & ND & _).
    assert (Pos : forall x, In x (map snd r) -> 0 < x).
    { intros x K. apply in_map_iff in K as ((d, y) & <- & K). apply P. apply in_map_iff.
      exists (y, (v, d)). split; auto. eapply in_flat; eauto. }
    destruct J as [<-|J].
    - destruct (entry_has a v r S I) as (x & X).
      assert (In x (map snd r)) by (apply in_map_iff; exists (a v, x); auto).
      exists x. split; auto. rewrite lit_pos, (L v r _ x I X) by auto. apply Z.eqb_refl.
    - revert c J. apply no_two_models; auto. intros l1 x l2 y l3 E X Y.
      specialize (ND v r I).
      apply map_eq_app in E as (r1 & r' & -> & E1 & E).
      destruct r' as [|(d, x') r']; [discriminate|]. inversion E as [[E2 E3]]. subst x'.
      apply map_eq_app in E3 as (r2 & r'' & -> & E4 & E5).
      destruct r'' as [|(e, y') r3]; [discriminate|]. inversion E5; subst y'.
      rewrite (L v _ d x I) in X by (apply in_or_app; right; now left).
      rewrite (L v _ e y I) in Y
        by (apply in_or_app; right; right; apply in_or_app; right; now left).
      apply Z.eqb_eq in X, Y. rewrite map_app in ND. cbn [map fst] in ND. rewrite map_app in ND.
      cbn [map fst] in ND. apply NoDup_remove_2 in ND. apply ND.
      apply in_or_app. right. apply in_or_app. right. left. congruence.
  Qed.

  (** Soundness: each solution makes the formula true. *)
  Theorem solution_models a : solution p a ->
    exists rho, linked_rows a rho /\ models rho formula.
  Proof.
    intros S. destruct checks as (_ & f & top & E & F).
    destruct formed as (DA & CV & _).
    assert (M : means row a (forallb (holds a) (all_relations p)) [] base f top).
    { eapply sequence_means; [exact row_range| | | |exact E]; eauto using base_least; try lia.
      intros r i t g t' I B _ Er.
      eapply (top_relation_means row (variables p) base a); eauto using base_least, row_range.
      - intros v K. now apply solution_has.
      - intros v V. now apply (proj1 S).
      - exact Er. }
    destruct M as (_ & _ & So & _).
    assert (L : linked_rows a (valuation_of a)) by apply valuation_linked.
    destruct (So (valuation_of a) (rows_linked _ _ L)) as (rho & X & M).
    { left. apply forallb_forall. apply solution_all in S. apply S. }
    assert (L' : linked_rows a rho).
    { intros v r d x I J. rewrite <- (L v r d x I J). apply X.
      destruct formed as (_ & _ & _ & _ & _ & B & _). eauto. }
    exists rho. split; auto. rewrite F. apply models_app. split; auto.
    now apply (one_value_models a).
  Qed.

  (** Completeness: each model is a solution. *)
  Definition reading (rho : valuation) (v : Z) : Z :=
    match find (fun dx => rho (snd dx)) (row v) with Some (d, _) => d | None => o end.

  Lemma row_models rho v : models rho formula -> 0 <= v < variables p ->
    (exists x, In (reading rho v, x) (row v) /\ rho x = true) /\
    (forall d x, In (d, x) (row v) -> rho x = (reading rho v =? d)).
  Proof.
    intros M V. destruct checks as (_ & f & top & _ & F). rewrite F in M.
    apply models_app in M as (M & _). pose proof (row_known v V) as K.
    assert (MR : models rho (one_value (row v))).
    { intros c I. apply M. apply in_flat_map. exists (v, row v). auto. }
    assert (Pos : forall x, In x (map snd (row v)) -> 0 < x).
    { intros x I. apply in_map_iff in I as ((d, y) & <- & I). now apply row_range in I. }
    assert (H : exists d x, In (d, x) (row v) /\ rho x = true /\ reading rho v = d).
    { unfold reading. destruct (find _ (row v)) as [(d, x)|] eqn:E.
      - apply find_some in E as (I & R). eauto.
      - exfalso. assert (C : clause_true rho (map snd (row v))) by (apply MR; now left).
        destruct C as (x & I & T). rewrite lit_pos in T by auto.
        apply in_map_iff in I as ((d, y) & <- & I). pose proof (find_none _ _ E _ I) as Q.
        simpl in Q, T. congruence. }
    destruct H as (d & x & I & R & ->). split; [eauto|]. intros e y J.
    assert (Ix : In x (map snd (row v))) by (apply in_map_iff; exists (d, x); auto).
    assert (Iy : In y (map snd (row v))) by (apply in_map_iff; exists (e, y); auto).
    destruct (Z.eqb_spec d e) as [<-|N].
    - destruct formed as (_ & _ & _ & _ & ND & _). specialize (ND v (row v) K).
      now rewrite (nodup_key (row v) d y x ND J I).
    - apply not_true_iff_false. intros Y. apply N.
      assert (x = y).
      { apply (no_two_equal rho (map snd (row v))); auto. intros c Ic. apply MR. now right. }
      subst y. destruct formed as (_ & _ & NF & _).
      pose proof (nodup_key flat x _ _ NF (in_flat v _ d x K I) (in_flat v _ e x K J)) as E.
      now inversion E.
  Qed.

  Lemma reading_linked rho : models rho formula -> linked row (reading rho) rho.
  Proof.
    intros M v d x I. pose proof I as J. apply row_find in J as (r & J & _).
    apply rows_in in J as (V & _). now apply row_models.
  Qed.

  Theorem models_solution rho : models rho formula ->
    solution p (reading rho) /\ linked row (reading rho) rho.
  Proof.
    intros M. split; [|now apply reading_linked]. destruct formed as (DA & CV & _).
    assert (D : forall v, 0 <= v < cells p -> In (reading rho v) (digits p)).
    { intros v V. destruct (row_models rho v M) as ((x & I & _) & _); [lia|].
      apply row_find in I as (r & I & J & _). apply rows_in in I as (_ & t & ->).
      apply number_row_in in J as (J & _). unfold all_of in J.
      destruct (Z.ltb_spec v (cells p)); [exact J|lia]. }
    apply solution_all. split; auto. apply forallb_forall.
    destruct checks as (_ & f & top & E & F).
    assert (Me : means row (reading rho) (forallb (holds (reading rho)) (all_relations p)) [] base f top).
    { eapply sequence_means; [exact row_range| | | |exact E]; eauto using base_least; try lia.
      intros r i t g t' I B _ Er.
      eapply (top_relation_means row (variables p) base (reading rho)); eauto using base_least, row_range.
      - intros v K. apply known_iff in K. destruct (row_models rho v M K) as ((x & I' & _) & _). eauto. }
    destruct Me as (_ & _ & _ & C). apply (C rho); auto using reading_linked, clause_true_nil.
    rewrite F in M. now apply models_app in M.
  Qed.

  Theorem encode_correct : satisfiable formula <-> exists a, solution p a.
  Proof.
    split.
    - intros (rho & M). exists (reading rho). now apply models_solution.
    - intros (a & S). destruct (solution_models a S) as (rho & _ & M). now exists rho.
  Qed.

  (** With the clause that denies a solution, it has a model exactly when there is another. *)
  Theorem encode_denial s : solution p s ->
    satisfiable (formula ++ [denial_of p s]) <-> exists a, solution p a /\ ~ same_grid p a s.
  Proof.
    intros S. destruct formed as (_ & CV & _). unfold satisfiable. 
    assert (U : forall c, In c (upto (length (concat (givens p)))) <-> 0 <= c < cells p).
    { intros c. apply upto_in. }
    assert (De : denial_of p s
      = flat_map (fun c => map Z.opp (literals_of row [c] (s c))) (upto (length (concat (givens p))))).
    { reflexivity. }
    rewrite De. split.
    - intros (rho & M). apply models_app in M as (M & C).
      destruct (models_solution rho M) as (So & L). exists (reading rho). split; auto. intros G.
      destruct (C _ (or_introl eq_refl)) as (l & I & T).
      apply in_flat_map in I as (c & Ic & I). apply in_map_iff in I as (x & <- & I).
      apply literals_of_in in I as (v & [<-|[]] & I). apply U in Ic.
      rewrite (linked_neg row base (reading rho) row_range rho c _ x L I), (G c Ic), Z.eqb_refl in T.
      discriminate.
    - intros (a & Sa & N).
      destruct (forallb (fun c => a c =? s c) (upto (length (concat (givens p))))) eqn:E.
      { exfalso. apply N. intros c Ic. rewrite forallb_forall in E. apply Z.eqb_eq, E, U, Ic. }
      assert (X : exists c, 0 <= c < cells p /\ a c <> s c).
      { apply forallb_exists in E as (c & I & Q). exists c. split; [now apply U|now apply Z.eqb_neq]. }
      destruct X as (c & Ic & X). destruct (solution_models a Sa) as (rho & L & M).
      exists rho. apply models_app. split; auto. intros d [<-|[]].
      destruct (solution_has s c S) as (x & I); [apply known_iff; lia|].
      exists (- x). split.
      + apply in_flat_map. exists c. split; [now apply U|]. apply in_map_iff. exists x. split; auto.
        apply literals_of_in. exists c. split; [now left|exact I].
      + rewrite (linked_neg row base a row_range rho c _ x (rows_linked a rho L) I).
        apply negb_true_iff, Z.eqb_neq. exact X.
  Qed.
End Puzzle.
