(** A relation of any kind: its clauses have a model exactly when it holds. *)
From Coq Require Import ZArith List Bool Lia.
From Satdoku Require Import Puzzle Cnf Encode Kinds.
Import ListNotations.
Open Scope Z_scope.

(** Induction over relations and the relations within them. *)
Section Induction.
  Variable P : relation -> Prop.
  Hypothesis leaf : forall r,
    match r with Or _ | Guarded _ _ _ _ => False | _ => True end -> P r.
  Hypothesis choice : forall groups, Forall (Forall P) groups -> P (Or groups).
  Hypothesis guarded : forall v d sense r, P r -> P (Guarded v d sense r).
  Fixpoint relation_induction (r : relation) : P r :=
    match r with
    | Or groups =>
        choice groups
          ((fix each (gs : list (list relation)) : Forall (Forall P) gs :=
              match gs with
              | [] => Forall_nil _
              | g :: gs' =>
                  Forall_cons g
                    ((fix all (rs : list relation) : Forall P rs :=
                        match rs with
                        | [] => Forall_nil _
                        | r' :: rs' => Forall_cons r' (relation_induction r') (all rs')
                        end) g)
                    (each gs')
              end) groups)
    | Guarded v d sense r' => guarded v d sense r' (relation_induction r')
    | r' => leaf r' I
    end.
End Induction.

Lemma below_more top top' c : top <= top' -> below top c = true -> below top' c = true.
Proof.
  unfold below. rewrite !forallb_forall. intros L B l I. specialize (B l I).
  apply Z.leb_le in B. apply Z.leb_le. lia.
Qed.

Lemma written_is top f top' g t :
  written top f top' = Some (g, t) -> g = f /\ t = top' /\ top <= top' /\ forallb (below t) g = true.
Proof.
  unfold written. destruct (_ && _) eqn:E; [|discriminate]. intros H. inversion H; subst.
  apply andb_prop in E as (L & B). apply Z.leb_le in L. auto.
Qed.

Section Relations.
  Variable row : Z -> list (Z * Z).
  Variable count base : Z.
  Variable a : Z -> Z.
  Hypothesis base_least : 0 <= base.
  Hypothesis row_range : forall v d x, In (d, x) (row v) -> 0 < x <= base.
  Hypothesis has : forall v, known_variable count v = true -> exists x, In (a v, x) (row v).

  Notation linked := (linked row a).
  Notation sound := (sound row a).
  Notation complete := (complete row a).

  (** An output is in its bounds, and its clauses say that [h] is true. *)
  Definition means (h : bool) (unless : clause) (top : Z) (f : cnf) (top' : Z) : Prop :=
    top <= top' /\ forallb (below top') f = true /\ sound h unless top f /\ complete h unless f.

  Lemma written_means h unless top f top' g t :
    written top f top' = Some (g, t) -> sound h unless top f -> complete h unless f ->
    means h unless top g t.
  Proof.
    intros W S C. apply written_is in W as (-> & -> & L & B). now repeat split.
  Qed.

  Lemma sequence_means {A} (e : A -> Z -> Z -> output) (h : A -> bool) unless l : forall i top f top',
    base <= top -> below top unless = true ->
    (forall x i top f top', In x l -> base <= top -> below top unless = true ->
       e x i top = Some (f, top') -> means (h x) unless top f top') ->
    sequence e l i top = Some (f, top') -> means (forallb h l) unless top f top'.
  Proof.
    induction l as [|x l IH]; intros i top f top' B U H S; cbn [sequence] in S.
    - inversion S; subst. repeat split; try lia; try reflexivity.
      intros rho _ _. exists rho. split; [apply extends_refl|easy].
    - destruct (e x i top) as [(f1, top1)|] eqn:E1; [|discriminate].
      destruct (sequence e l (i + 1) top1) as [(f2, top2)|] eqn:E2; [|discriminate].
      inversion S; subst. clear S.
      apply (H x) in E1 as (T1 & B1 & S1 & C1); auto; [|now left].
      apply IH in E2 as (T2 & B2 & S2 & C2); [|lia|now apply (below_more top)|].
      2: { intros y j t g t' I. apply H. now right. }
      repeat split.
      + lia.
      + rewrite forallb_app, B2, andb_true_r. apply forallb_forall. intros c I.
        rewrite forallb_forall in B1. apply (below_more top1); auto.
      + intros rho L Hh. cbn [forallb] in Hh.
        destruct (S1 rho L) as (rho1 & X1 & M1).
        { destruct Hh as [Hh|Hh]; [apply andb_prop in Hh; tauto|auto]. }
        destruct (S2 rho1) as (rho2 & X2 & M2).
        { eapply linked_extends; eauto. }
        { destruct Hh as [Hh|Hh]; [apply andb_prop in Hh; tauto|].
          right. now apply (extends_clause top rho). }
        exists rho2. split; [eapply extends_trans; eauto|]. apply models_app. split; auto.
        apply (extends_models top1 rho1); auto.
      + intros rho L M N. apply models_app in M as (M1 & M2). cbn [forallb].
        rewrite (C1 rho), (C2 rho); auto.
  Qed.

  (** Groups with a variable each, from [i] on: those whose variable is true hold. *)
  Lemma groups_mean (h : list relation -> bool) (e : list relation -> Z -> Z -> output) groups :
    forall i top f top', base < i -> base <= top -> i + Z.of_nat (length groups) <= top + 1 ->
    (forall g s top f top', In g groups -> base <= top -> 0 < s <= top -> e g s top = Some (f, top') ->
       means (h g) [- s] top f top') ->
    sequence e groups i top = Some (f, top') ->
    top <= top' /\ forallb (below top') f = true /\
    (forall rho, linked rho ->
       (forall s g, In (s, g) (numbered (i - 1) groups) -> rho s = true -> h g = true) ->
       exists rho', extends top rho rho' /\ models rho' f) /\
    (forall rho, linked rho -> models rho f ->
       forall s g, In (s, g) (numbered (i - 1) groups) -> rho s = true -> h g = true).
  Proof.
    induction groups as [|g groups IH]; intros i top f top' Bi B Len H S; cbn [sequence] in S.
    - inversion S; subst. repeat split; try lia; try reflexivity.
      + intros rho _ _. exists rho. split; [apply extends_refl|easy].
      + intros rho _ _ s g [].
    - destruct (e g i top) as [(f1, top1)|] eqn:E1; [|discriminate].
      destruct (sequence e groups (i + 1) top1) as [(f2, top2)|] eqn:E2; [|discriminate].
      inversion S; subst. clear S. cbn [length] in Len.
      apply H in E1 as (T1 & B1 & S1 & C1); auto; [|now left|lia].
      apply IH in E2 as (T2 & B2 & S2 & C2); [|lia|lia|lia|].
      2: { intros g' s t f' t' I. apply H. now right. }
      cbn [numbered]. replace (i - 1 + 1) with i by lia. replace (i + 1 - 1) with i in * by lia.
      repeat split.
      + lia.
      + rewrite forallb_app, B2, andb_true_r. apply forallb_forall. intros c I.
        rewrite forallb_forall in B1. apply (below_more top1); auto.
      + intros rho L Hh. destruct (S1 rho L) as (rho1 & X1 & M1).
        { destruct (rho i) eqn:Ri; [left; apply (Hh i g); [now left|auto]|right].
          apply clause_true_cons. left. rewrite lit_neg, Ri by lia. reflexivity. }
        destruct (S2 rho1) as (rho2 & X2 & M2).
        { eapply linked_extends; eauto. }
        { intros s g' I R. apply (Hh s g'); [now right|]. rewrite <- R. symmetry. apply X1.
          apply numbered_in in I as (I & _). unfold after_all in I. lia. }
        exists rho2. split; [eapply extends_trans; eauto|]. apply models_app. split; auto.
        apply (extends_models top1 rho1); auto.
      + intros rho L M s g' I R. apply models_app in M as (M1 & M2). destruct I as [I|I].
        * inversion I; subst. apply (C1 rho); auto. intros C. apply clause_true_cons in C as [C|C].
          -- rewrite lit_neg, R in C by lia. discriminate.
          -- now apply clause_true_nil in C.
        * apply (C2 rho L M2 s g'); auto.
  Qed.

  Lemma among_amount vs values counter :
    amount a (among_terms vs values counter)
    = Z.of_nat (length (filter (fun v => mem (a v) values) vs))
      - match counter with Some v => a v | None => 0 end.
  Proof.
    unfold amount, among_terms. induction vs as [|v vs IH].
    - destruct counter; simpl; lia.
    - simpl. simpl in IH. rewrite IH. destruct (mem (a v) values); simpl length; lia.
  Qed.

  Lemma linear_amount terms :
    amount a (linear_terms terms) = total_of (map (fun '(k, v) => k * a v) terms).
  Proof.
    unfold amount, linear_terms. rewrite map_map. f_equal. apply map_ext. now intros (k, v).
  Qed.

  Lemma compares_moved c x y n : compares c (x - y) n = compares c x (n + y).
  Proof.
    assert (E : (x - y =? n) = (x =? n + y)) by (apply eq_true_iff_eq; rewrite !Z.eqb_eq; lia).
    destruct c; simpl; rewrite ?E; auto; apply eq_true_iff_eq; rewrite !Z.leb_le; lia.
  Qed.

  Lemma different_sound unless top vs :
    sound (distinct (map a vs)) unless top (different row unless vs).
  Proof.
    intros rho L H. exists rho. split; [apply extends_refl|].
    apply (different_models row base a); auto. destruct H as [H|H]; auto. left. now apply distinct_nodup.
  Qed.

  Lemma sum_of_different vs total unless top :
    all_known count vs -> base <= top -> below top unless = true ->
    sound (distinct (map a vs) && (total_of (map a vs) =? total)) unless top
      (different row unless vs ++ fst (sum row Equal total unless (map (fun v => (v, fun d => d)) vs) top)) /\
    complete (distinct (map a vs) && (total_of (map a vs) =? total)) unless
      (different row unless vs ++ fst (sum row Equal total unless (map (fun v => (v, fun d => d)) vs) top)).
  Proof.
    intros K B U.
    assert (KT : all_known count (map fst (map (fun v => (v, fun d : Z => d)) vs))).
    { rewrite map_map. simpl. now rewrite map_id. }
    assert (A : amount a (map (fun v => (v, fun d => d)) vs) = total_of (map a vs)).
    { unfold amount. now rewrite map_map. }
    pose proof (sum_sound row count base a base_least row_range has Equal total unless _ top KT B U) as S.
    pose proof (sum_complete row count base a base_least row_range has Equal total unless _ top KT B) as C.
    rewrite A in *. cbn [compares] in *. split.
    - intros rho L H. destruct (S rho L) as (rho' & X & M).
      { destruct H as [H|H]; [apply andb_prop in H; tauto|auto]. }
      exists rho'. split; auto. apply models_app. split; auto.
      apply (different_models row base a); auto; [eapply linked_extends; eauto|].
      destruct H as [H|H]; [left|right; now apply (extends_clause top rho)].
      apply andb_prop in H as (H & _). now apply distinct_nodup.
    - intros rho L M N. apply models_app in M as (MD & M). rewrite (C rho L M N), andb_true_r.
      apply distinct_nodup. eapply different_nodup; eauto.
  Qed.

  Lemma simple_means r unless top :
    match r with Or _ | Guarded _ _ _ _ => False | _ => True end ->
    sane count r = true -> base <= top -> below top unless = true ->
    sound (holds a r) unless top (fst (simple row r unless top)) /\
    complete (holds a r) unless (fst (simple row r unless top)).
  Proof.
    unfold sane. intros F S B U. apply andb_prop in S as (K & S).
    destruct r as [vs|v values|u v pairs|vs total|vs rows|terms c total|vs starts accepting moves
                  |vs values c number counter|i array result first|vs sets|groups|v d sense r];
      cbn [own_variables simple holds fst] in *; try contradiction.
    - split; [apply different_sound|]. intros rho L M N. apply distinct_nodup.
      eapply different_nodup; eauto.
    - split; [eapply domain_sound; eauto|eapply domain_complete; eauto].
      simpl in K. now rewrite andb_true_r in K.
    - split; [eapply pairs_sound; eauto|eapply pairs_complete; eauto].
    - pose proof (sum_of_different vs total unless top K B U) as H.
      destruct (sum row Equal total unless (map (fun v => (v, fun d => d)) vs) top) as (f, t). exact H.
    - split; [eapply table_sound; eauto|eapply table_complete; eauto].
    - rewrite <- linear_amount.
      assert (KT : all_known count (map fst (linear_terms terms))).
      { unfold linear_terms, all_known. rewrite map_map.
        rewrite (map_ext _ snd); auto. now intros (k, v). }
      split; [eapply sum_sound; eauto|eapply sum_complete; eauto].
    - split; [eapply automaton_sound; eauto|eapply automaton_complete; eauto].
    - rewrite <- compares_moved, <- among_amount.
      assert (KT : all_known count (map fst (among_terms vs values counter))).
      { unfold among_terms, all_known in *. rewrite map_app, map_map. cbn [fst]. rewrite map_id.
        destruct counter; cbn [map fst] in *; [|rewrite app_nil_r]; auto. }
      split; [eapply sum_sound; eauto|eapply sum_complete; eauto].
    - split; [eapply element_sound; eauto|eapply element_complete; eauto].
    - split; [eapply value_set_sound; eauto|eapply value_set_complete; eauto].
  Qed.

  Lemma literal_first v d :
    match literals_of row [v] d with
    | [] => forall x, ~ In (d, x) (row v)
    | x :: _ => In (d, x) (row v)
    end.
  Proof.
    destruct (literals_of row [v] d) as [|x l] eqn:E.
    - intros x I. assert (J : In x (literals_of row [v] d)).
      { eapply literals_of_in. exists v. split; [now left|exact I]. }
      rewrite E in J. destruct J.
    - assert (J : In x (literals_of row [v] d)) by (rewrite E; now left).
      eapply literals_of_in in J as (v' & [<-|[]] & J). exact J.
  Qed.

  Lemma unless_guard h unless x (sense : bool) v d top f top' :
    In (d, x) (row v) -> base <= top ->
    means h (unless ++ [if sense then - x else x]) top f top' ->
    means (if Bool.eqb (a v =? d) sense then h else true) unless top f top'.
  Proof.
    intros I B (T & Bf & S & C). repeat split; auto.
    - intros rho L H. apply S; auto. destruct H as [H|H]; [|right; apply clause_true_app; auto].
      destruct (Bool.eqb (a v =? d) sense) eqn:E; [now left|right].
      apply clause_true_app. right. apply clause_true_cons. left.
      destruct sense.
      + rewrite (linked_neg row base a row_range rho v d x L I). now destruct (a v =? d).
      + rewrite (linked_lit row base a row_range rho v d x L I). now destruct (a v =? d).
    - intros rho L M N. destruct (Bool.eqb (a v =? d) sense) eqn:E; [|reflexivity].
      apply (C rho L M). intros H. apply clause_true_app in H as [H|H]; [now apply N|].
      apply clause_true_cons in H as [H|H]; [|now apply clause_true_nil in H].
      destruct sense.
      + rewrite (linked_neg row base a row_range rho v d x L I) in H. now destruct (a v =? d).
      + rewrite (linked_lit row base a row_range rho v d x L I) in H. now destruct (a v =? d).
  Qed.

  Lemma guard_below unless x (sense : bool) v d top :
    In (d, x) (row v) -> base <= top -> below top unless = true ->
    below top (unless ++ [if sense then - x else x]) = true.
  Proof.
    intros I B U. unfold below in *. rewrite forallb_app, U. apply row_range in I. simpl.
    rewrite andb_true_r. apply Z.leb_le. destruct sense; lia.
  Qed.

  Lemma choice_means groups unless top f t g top' :
    base <= top -> below top unless = true ->
    written top [unless ++ map fst (numbered top groups)] (after_all top groups) = Some (f, t) ->
    sequence (fun members s => sequence (fun r _ => encoded row count r [- s]) members 0) groups
      (top + 1) (after_all top groups) = Some (g, top') ->
    Forall (Forall (fun r => forall unless top f top', base <= top -> below top unless = true ->
      encoded row count r unless top = Some (f, top') -> means (holds a r) unless top f top')) groups ->
    means (existsb (forallb (holds a)) groups) unless top (f ++ g) top'.
  Proof.
    intros B U W S P. apply written_is in W as (-> & -> & _ & Wb).
    assert (TE : top <= after_all top groups) by (unfold after_all; lia).
    rewrite Forall_forall in P.
    apply groups_mean with (h := forallb (holds a)) in S as (T & Bg & Sg & Cg);
      [|lia|lia|unfold after_all; lia|].
    2: { intros members s top1 f1 t1 I B1 Is E.
      eapply sequence_means; [| | |exact E]; auto.
      - unfold below. simpl. rewrite andb_true_r. apply Z.leb_le. lia.
      - intros r i top2 f2 t2 J B2 U2 E2. specialize (P _ I). rewrite Forall_forall in P.
        exact (P r J _ _ _ _ B2 U2 E2). }
    replace (top + 1 - 1) with top in * by lia. repeat split.
    - lia.
    - rewrite forallb_app, Bg, andb_true_r. apply forallb_forall. intros c I.
      rewrite forallb_forall in Wb. apply (below_more (after_all top groups)); auto.
    - intros rho L H.
      destruct (numbered_choice (forallb (holds a)) groups top rho) as (rho1 & E1 & D).
      assert (L1 : linked rho1) by (eapply linked_extends; eauto).
      destruct (Sg rho1 L1) as (rho' & E & M).
      { intros s g' I R. now rewrite <- (D s g' I). }
      assert (E' : extends top rho rho') by (eapply extends_trans; eauto).
      exists rho'. split; auto. apply models_app. split; auto. intros c [<-|[]].
      apply clause_true_app. destruct H as [H|H]; [right|left; now apply (extends_clause top rho)].
      apply existsb_exists in H as (g' & I & H).
      destruct (in_numbered groups top g' I) as (s & J).
      eapply fst_true; eauto. pose proof J as Q. apply numbered_in in Q as (Q & _).
      rewrite E by lia. now rewrite (D s g' J).
    - intros rho L M N. apply models_app in M as (M & Mg).
      assert (C : clause_true rho (map fst (numbered top groups))).
      { apply (unless_not rho unless); auto. apply M. now left. }
      eapply chosen_true in C as (s & g' & I & R); eauto.
      apply existsb_exists. exists g'. split; [now apply numbered_in in I|].
      apply (Cg rho L Mg s g'); auto.
  Qed.

  Theorem encoded_means r : forall unless top f top',
    base <= top -> below top unless = true -> encoded row count r unless top = Some (f, top') ->
    means (holds a r) unless top f top'.
  Proof.
    induction r as [r F|groups P|v d sense r IH] using relation_induction; intros unless top f top' B U E.
    - destruct (sane count r) eqn:S.
      + destruct (simple_means r unless top F S B U) as (So & Co).
        destruct r; try contradiction; cbn [encoded] in E; rewrite S in E; cbn [negb] in E;
          (destruct (simple row _ unless top) as (f0, t0) eqn:Q; eapply written_means; eauto).
      + destruct r; try contradiction; cbn [encoded] in E; rewrite S in E; discriminate.
    - cbn [encoded] in E. change (sane count (Or groups)) with true in E. cbn [negb] in E.
      assert (Q : forall f t g t', written top [unless ++ map fst (numbered top groups)]
          (after_all top groups) = Some (f, t) ->
        sequence (fun members s => sequence (fun r _ => encoded row count r [- s]) members 0) groups
          (top + 1) (after_all top groups) = Some (g, t') ->
        means (holds a (Or groups)) unless top (f ++ g) t').
      { intros f0 t0 g0 t1 W S. cbn [holds]. eapply choice_means; eauto. }
      destruct groups as [|g [|g' groups]].
      + destruct (written _ _ _) as [(f1, t1)|] eqn:W; [|discriminate].
        destruct (sequence _ _ _ _) as [(f2, t2)|] eqn:S; [|discriminate].
        inversion E; subst. eapply Q; eauto.
      + cbn [holds existsb]. rewrite orb_false_r. eapply sequence_means; eauto.
        inversion P as [|? ? P' _]; subst. rewrite Forall_forall in P'.
        intros r i top1 f1 t1 I B1 U1 E1. exact (P' r I _ _ _ _ B1 U1 E1).
      + destruct (written _ _ _) as [(f1, t1)|] eqn:W; [|discriminate].
        destruct (sequence _ (g :: g' :: groups) _ _) as [(f2, t2)|] eqn:S; [|discriminate].
        inversion E; subst. eapply Q; eauto.
    - cbn [encoded] in E. destruct (sane count (Guarded v d sense r)) eqn:S; [|discriminate].
      cbn [negb] in E. pose proof (literal_first v d) as LF.
      destruct (literals_of row [v] d) as [|x l].
      + assert (N : (a v =? d) = false).
        { unfold sane in S. cbn [own_variables forallb] in S. rewrite !andb_true_r in S.
          destruct (has v S) as (x & I). destruct (Z.eqb_spec (a v) d) as [<-|]; auto.
          exfalso. exact (LF x I). }
        cbn [holds]. rewrite N. destruct sense; cbn [Bool.eqb].
        * inversion E; subst. repeat split; try lia; try reflexivity.
          intros rho _ _. exists rho. split; [apply extends_refl|easy].
        * auto.
      + cbn [holds]. apply (unless_guard (holds a r) unless x sense v d); auto.
        apply IH; auto. apply (guard_below unless x sense v d); auto.
  Qed.
End Relations.
